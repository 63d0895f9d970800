import { MODES, type Mode } from '@svc/contracts';
import type { Command } from 'commander';
import { AdminRejection, type AdminClient } from '../admin/admin-client';
import {
  listCompanySlugs,
  createModeOption,
  nameCompany,
  getRecordsPath,
} from '../admin/records-of';
import { runAsOperator, type CommandEnvironment } from '../operator';
import { formatText } from '../output';
import { CommandError } from '../refusal';
import { parseRecordId } from './arguments';

interface CompanyOptions {
  readonly company: string;
  readonly mode: Mode;
}

interface CreateOptions extends CompanyOptions {
  readonly url: string;
  readonly event: readonly string[];
}

interface DeliveriesOptions extends CompanyOptions {
  readonly endpoint?: number;
  readonly status?: string;
}

interface Shown {
  readonly id: number;
  readonly secret: string;
}

interface Delivery {
  readonly id: string;
}

interface ListedDelivery extends Delivery {
  readonly endpoint_url: string | null;
}

interface Endpoint {
  readonly id: number;
  readonly url: string;
  readonly events: readonly string[];
  readonly status: string;
  readonly managed_by: string;
}

interface Tested {
  readonly delivery: { readonly status: string; readonly error: string | null };
}

interface LoggedDelivery extends Delivery {
  readonly attempt_log: readonly object[];
}

const webhooksOf = (slug: string, mode: Mode): string => `${getRecordsPath(slug, mode)}/webhooks`;

const ofEndpoint = (id: number): string => `webhook ${id}`;
const ofDelivery = (id: string): string => `delivery ${id}`;

const recordOf = (delivery: string): string => `/delivery?id=${encodeURIComponent(delivery)}`;

/** Ids are unique over all companies and modes. */
async function findOwner(client: AdminClient, record: string, missing: string): Promise<string> {
  const companies = await listCompanySlugs(client);
  for (const mode of MODES) {
    for (const slug of companies) {
      const webhooks = webhooksOf(slug, mode);
      if (await exists(client, `${webhooks}${record}`)) return webhooks;
    }
  }
  throw new CommandError(missing);
}

async function exists(client: AdminClient, path: string): Promise<boolean> {
  try {
    await client.ask('GET', path);
    return true;
  } catch (error) {
    if (error instanceof AdminRejection && error.status === 404) return false;
    throw error;
  }
}

const PER_PAGE = 100;

async function allDeliveries(
  client: AdminClient,
  { company, mode, endpoint, status }: DeliveriesOptions,
): Promise<Delivery[]> {
  const filter = new URLSearchParams({ per_page: String(PER_PAGE) });
  if (endpoint !== undefined) filter.set('endpoint_id', String(endpoint));
  if (status !== undefined) filter.set('status', status);
  const all: Delivery[] = [];
  for (;;) {
    const path = `${webhooksOf(company, mode)}/deliveries?${filter}`;
    const page = await client.ask<ListedDelivery[]>('GET', path);
    all.push(...page.map(({ endpoint_url: _, ...delivery }) => delivery));
    const last = page.at(-1);
    if (!last || page.length < PER_PAGE) return all;
    filter.set('before', last.id);
  }
}

async function allEndpoints(client: AdminClient, webhooks: string): Promise<Endpoint[]> {
  const all: Endpoint[] = [];
  for (let page = 1; ; page += 1) {
    const path = `${webhooks}/endpoints?page=${page}&per_page=${PER_PAGE}`;
    const found = await client.ask<Endpoint[]>('GET', path);
    for (const { id, url, events, status, managed_by } of found)
      all.unshift({ id, url, events, status, managed_by });
    if (found.length < PER_PAGE) return all;
  }
}

/** These actions send a test event and fail when it is rejected. */
const TESTS = {
  ping: 'send a test event',
  on: 'switch it on, if it accepts a test event',
} as const;

export const addWebhookCommand = (program: Command, environment: CommandEnvironment): void => {
  const webhook = program.command('webhook').description('webhook endpoints of a company');

  webhook
    .command('list')
    .description("list a company's endpoints, and what its keys subscribed")
    .requiredOption('--company <slug>', 'whose endpoints')
    .addOption(createModeOption())
    .action(
      runAsOperator(
        environment,
        nameCompany,
        async ({ client, print }, options: CompanyOptions) => {
          const { company, mode } = options;
          print(await allEndpoints(client, webhooksOf(company, mode)));
        },
      ),
    );

  webhook
    .command('create')
    .description('create an endpoint and print its secret, this once')
    .requiredOption('--company <slug>', 'whose endpoint it is')
    .requiredOption('--url <url>', 'where events are sent to; https')
    .requiredOption('--event <event...>', 'what is sent')
    .addOption(createModeOption())
    .action(
      runAsOperator(environment, nameCompany, async ({ client, print }, options: CreateOptions) => {
        const { company, mode, url, event: events } = options;
        const path = `${webhooksOf(company, mode)}/endpoints`;
        const created = await client.ask<Shown>('POST', path, { url, events });
        print(created, secretText(created));
      }),
    );

  for (const [action, description] of Object.entries(TESTS)) {
    webhook
      .command(action)
      .description(description)
      .argument('<id>', 'the endpoint', parseRecordId)
      .action(
        runAsOperator(environment, ofEndpoint, async ({ client, print }, id: number) => {
          const tested = await askEndpoint<Tested>(client, id, action);
          print(tested);
          const { status, error } = tested.delivery;
          if (status === 'succeeded') return;
          throw new CommandError(
            `webhook ${id}: its receiver did not accept the test event (${error}).`,
          );
        }),
      );
  }

  webhook
    .command('off')
    .description('switch it off; what is pending is given up')
    .argument('<id>', 'the endpoint', parseRecordId)
    .action(
      runAsOperator(environment, ofEndpoint, async ({ client, print }, id: number) =>
        print(await askEndpoint<object>(client, id, 'off')),
      ),
    );

  webhook
    .command('delete')
    .description('delete it; what is pending is given up, and the log stays')
    .argument('<id>', 'the endpoint', parseRecordId)
    .action(
      runAsOperator(environment, ofEndpoint, async ({ client, print }, id: number) => {
        print(await client.ask<object>('DELETE', await findEndpoint(client, id)));
      }),
    );

  webhook
    .command('rotate')
    .description('make a new secret and print it, this once; both sign for 24 hours')
    .argument('<id>', 'the endpoint', parseRecordId)
    .action(
      runAsOperator(environment, ofEndpoint, async ({ client, print }, id: number) => {
        const rotated = await askEndpoint<Shown>(client, id, 'rotate');
        print(rotated, secretText(rotated));
      }),
    );

  webhook
    .command('deliveries')
    .description('list what was and is to be delivered, newest first')
    .requiredOption('--company <slug>', 'whose deliveries')
    .option('--endpoint <id>', 'to one endpoint', parseRecordId)
    .option('--status <status>', 'pending, retrying, succeeded or failed')
    .addOption(createModeOption())
    .action(
      runAsOperator(
        environment,
        nameCompany,
        async ({ client, print }, options: DeliveriesOptions) =>
          print(await allDeliveries(client, options)),
      ),
    );

  webhook
    .command('delivery')
    .description('show one delivery with its attempts')
    .argument('<delivery>', 'the id of a delivery or of an attempt')
    .action(
      runAsOperator(environment, ofDelivery, async ({ client, print }, id: string) => {
        const record = recordOf(id);
        const webhooks = await findOwner(client, record, `delivery ${id} does not exist.`);
        const delivery = await client.ask<LoggedDelivery>('GET', `${webhooks}${record}`);
        print(delivery, deliveryText(delivery));
      }),
    );

  webhook
    .command('resend')
    .description('deliver once more, under the same event id')
    .argument('<delivery>', 'the id of a delivery or of an attempt')
    .action(
      runAsOperator(environment, ofDelivery, async ({ client, print }, id: string) => {
        const webhooks = await findOwner(client, recordOf(id), `delivery ${id} does not exist.`);
        const path = `${webhooks}/deliveries/resend`;
        print(await client.ask<object>('POST', path, { delivery_id: id }));
      }),
    );
};

const secretText = ({ id, secret }: Shown): string =>
  `Webhook ${id}, whose secret is not shown again: ${secret}`;

const deliveryText = ({ attempt_log: attempts, ...delivery }: LoggedDelivery): string =>
  [delivery, ...attempts].map((part) => formatText(part)).join('\n\n');

async function findEndpoint(client: AdminClient, id: number): Promise<string> {
  const record = `/endpoints/${id}`;
  return `${await findOwner(client, record, `webhook ${id} does not exist.`)}${record}`;
}

const askEndpoint = async <Answer>(
  client: AdminClient,
  id: number,
  action: string,
): Promise<Answer> => client.ask<Answer>('POST', `${await findEndpoint(client, id)}/${action}`);
