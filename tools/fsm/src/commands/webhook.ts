import { MODES, type Mode } from '@svc/contracts';
import type { Command } from 'commander';
import { AdminRejection, type AdminClient } from '../admin/admin-client';
import {
  createModeOption,
  getRecordsPath,
  listCompanySlugs,
  nameCompany,
  type CompanyOptions,
} from '../admin/records-path';
import { runAsOperator, type CommandEnvironment, type Operator } from '../operator';
import { formatText } from '../output';
import { CommandError } from '../command-error';
import { parseRecordId } from './arguments';

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
  readonly endpoint_name: string | null;
  readonly endpoint_url: string | null;
  readonly endpoint_deleted: boolean;
}

const toDelivery = ({
  endpoint_name: _name,
  endpoint_url: _url,
  endpoint_deleted: _isDeleted,
  ...delivery
}: ListedDelivery): Delivery => delivery;

interface Endpoint {
  readonly id: number;
  readonly url: string;
  readonly events: readonly string[];
  readonly status: string;
  readonly managed_by: string;
  readonly headers: readonly { readonly name: string }[];
  readonly conditions: readonly object[];
}

interface Tested {
  readonly delivery: { readonly status: string; readonly error: string | null };
}

interface LoggedDelivery extends Delivery {
  readonly attempt_log: readonly object[];
}

const webhooksOf = (slug: string, mode: Mode): string => `${getRecordsPath(slug, mode)}/webhooks`;

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
    await client.call('GET', path);
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
    const page = await client.call<ListedDelivery[]>('GET', path);
    all.push(...page.map(toDelivery));
    const last = page.at(-1);
    if (!last || page.length < PER_PAGE) return all;
    filter.set('before', last.id);
  }
}

async function allEndpoints(client: AdminClient, webhooks: string): Promise<Endpoint[]> {
  const all: Endpoint[] = [];
  for (let page = 1; ; page += 1) {
    const path = `${webhooks}/endpoints?page=${page}&per_page=${PER_PAGE}`;
    const found = await client.call<Endpoint[]>('GET', path);
    for (const { id, url, events, status, managed_by, headers, conditions } of found)
      all.unshift({ id, url, events, status, managed_by, headers, conditions });
    if (found.length < PER_PAGE) return all;
  }
}

/** These actions send a test event and fail when it is rejected. */
const TESTS = {
  ping: 'send a test event',
  on: 'turn it on if it accepts a test event',
} as const;

export const addWebhookCommand = (program: Command, environment: CommandEnvironment): void => {
  const webhook = program.command('webhook').description('webhook endpoints of a company');

  webhook
    .command('list')
    .description("list a company's endpoints and its keys' subscriptions")
    .requiredOption('--company <slug>', 'whose endpoints')
    .addOption(createModeOption())
    .action(
      runAsOperator(
        environment,
        nameCompany,
        async ({ client, print }, { company, mode }: CompanyOptions) =>
          print(await allEndpoints(client, webhooksOf(company, mode))),
      ),
    );

  webhook
    .command('create')
    .description('create an endpoint and print its secret once')
    .requiredOption('--company <slug>', 'owner of the endpoint')
    .requiredOption('--url <url>', 'https address of the receiver')
    .requiredOption('--event <event...>', 'events to send')
    .addOption(createModeOption())
    .action(
      runAsOperator(environment, nameCompany, async ({ client, print }, options: CreateOptions) => {
        const { company, mode, url, event: events } = options;
        const path = `${webhooksOf(company, mode)}/endpoints`;
        const created = await client.call<Shown>('POST', path, { url, events });
        print(created, secretText(created));
      }),
    );

  const addEndpointCommand = (
    name: string,
    description: string,
    act: (operator: Operator, id: number) => Promise<void>,
  ): void =>
    void webhook
      .command(name)
      .description(description)
      .argument('<id>', 'the endpoint', parseRecordId)
      .action(runAsOperator(environment, (id: number) => `webhook ${id}`, act));

  for (const [action, description] of Object.entries(TESTS)) {
    addEndpointCommand(action, description, async ({ client, print }, id) => {
      const tested = await callEndpoint<Tested>(client, id, action);
      print(tested);
      const { status, error } = tested.delivery;
      if (status === 'succeeded') return;
      throw new CommandError(
        `webhook ${id}: its receiver did not accept the test event (${error}).`,
      );
    });
  }
  addEndpointCommand('off', 'turn it off and drop its pending deliveries', async (operator, id) =>
    operator.print(await callEndpoint<object>(operator.client, id, 'off')),
  );
  addEndpointCommand(
    'delete',
    'delete it and drop its pending deliveries; the log stays',
    async ({ client, print }, id) =>
      print(await client.call<object>('DELETE', await findEndpoint(client, id))),
  );
  addEndpointCommand(
    'rotate',
    'create a new secret and print it once; both sign for 24 hours',
    async ({ client, print }, id) => {
      const rotated = await callEndpoint<Shown>(client, id, 'rotate');
      print(rotated, secretText(rotated));
    },
  );

  webhook
    .command('deliveries')
    .description('list deliveries, newest first')
    .requiredOption('--company <slug>', 'whose deliveries')
    .option('--endpoint <id>', 'only to this endpoint', parseRecordId)
    .option('--status <status>', 'pending, retrying, succeeded, failed or filtered')
    .addOption(createModeOption())
    .action(
      runAsOperator(environment, nameCompany, async (operator, options: DeliveriesOptions) =>
        operator.print(await allDeliveries(operator.client, options)),
      ),
    );

  const addDeliveryCommand = (
    name: string,
    description: string,
    act: (operator: Operator, id: string, webhooks: string) => Promise<void>,
  ): void =>
    void webhook
      .command(name)
      .description(description)
      .argument('<delivery>', 'id of a delivery or attempt')
      .action(
        runAsOperator(
          environment,
          (id: string) => `delivery ${id}`,
          async (operator, id: string) => {
            const missing = `delivery ${id} does not exist.`;
            await act(operator, id, await findOwner(operator.client, recordOf(id), missing));
          },
        ),
      );

  addDeliveryCommand(
    'delivery',
    'show one delivery with its attempts',
    async ({ client, print }, id, webhooks) => {
      const delivery = await client.call<LoggedDelivery>('GET', `${webhooks}${recordOf(id)}`);
      print(delivery, deliveryText(delivery));
    },
  );
  addDeliveryCommand(
    'resend',
    'send it again with the same event id',
    async ({ client, print }, id, webhooks) =>
      print(
        await client.call<object>('POST', `${webhooks}/deliveries/resend`, { delivery_id: id }),
      ),
  );
};

const secretText = ({ id, secret }: Shown): string =>
  `Webhook ${id}. Its secret is shown only now: ${secret}`;

const deliveryText = ({ attempt_log: attempts, ...delivery }: LoggedDelivery): string =>
  [delivery, ...attempts].map((part) => formatText(part)).join('\n\n');

async function findEndpoint(client: AdminClient, id: number): Promise<string> {
  const record = `/endpoints/${id}`;
  return `${await findOwner(client, record, `webhook ${id} does not exist.`)}${record}`;
}

const callEndpoint = async <Data>(client: AdminClient, id: number, action: string): Promise<Data> =>
  client.call<Data>('POST', `${await findEndpoint(client, id)}/${action}`);
