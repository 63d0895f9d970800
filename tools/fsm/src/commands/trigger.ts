import { randomUUID } from 'node:crypto';
import { Argument, type Command } from 'commander';
import type { AdminClient } from '../admin/admin-client';
import { recordsOf } from '../admin/records-of';
import { asOperator, type CommandEnvironment } from '../operator';

interface TriggerOptions {
  readonly company: string;
}

/** The records of a sandbox, which a trigger makes and changes. */
interface Sandbox {
  put<Data>(path: string, body: object): Promise<Data>;
  post<Data>(path: string, body?: object): Promise<Data>;
}

/** What was made or changed: the id of the record that the event is about. */
type Triggered = Readonly<Record<string, number>>;

interface SavedCustomer {
  readonly customer_id: number;
  readonly locations: readonly { readonly location_id: number }[];
}

const TOTAL_CENTS = 10_000;

const newCustomer = (sandbox: Sandbox): Promise<SavedCustomer> => {
  const unique = randomUUID();
  return sandbox.put('customers/customers', {
    customer_name: `Trial customer ${unique}`,
    customer_email: `${unique}@trial.example`,
    customer_phone: `trial ${unique.slice(0, 13)}`,
    default_sla_hours: 24,
    locations: [
      {
        location_name: 'Trial location',
        address_street: '1 Main Street',
        address_city: 'New York',
        address_state: 'NY',
        address_zip: '10001',
      },
    ],
  });
};

interface TrialJob {
  readonly id: number;
  change(fields: object): Promise<Triggered>;
}

/** A job at a location of its own. */
async function newJob(sandbox: Sandbox): Promise<TrialJob> {
  const { locations } = await newCustomer(sandbox);
  const job = {
    job_title: `Trial job ${randomUUID()}`,
    job_description: 'Made by fsm trigger, to try out what an event of a job leads to.',
    customer_location_id: locations[0]?.location_id,
  };
  const save = async (fields: object): Promise<{ readonly job_id: number }> => {
    const { job_id } = await sandbox.put<{ job_id: number }>('jobs/jobs', { ...job, ...fields });
    return { job_id };
  };
  return { id: (await save({})).job_id, change: save };
}

/** The change in a sandbox that causes each event. */
const TRIGGERS = {
  async 'customer.created'(sandbox) {
    return { customer_id: (await newCustomer(sandbox)).customer_id };
  },
  async 'service_request.created'(sandbox) {
    const { customer_id } = await newCustomer(sandbox);
    const { service_request_id } = await sandbox.post<{ service_request_id: number }>(
      'customers/service-requests',
      {
        source: 'portal',
        customer_id,
        contact_name: 'Trial contact',
        contact_email: 'contact@trial.example',
        description: 'The trial unit is too loud.',
      },
    );
    return { service_request_id };
  },
  async 'job.created'(sandbox) {
    return { job_id: (await newJob(sandbox)).id };
  },
  async 'job.updated'(sandbox) {
    return (await newJob(sandbox)).change({ job_priority: 'High' });
  },
  async 'job.status_changed'(sandbox) {
    return (await newJob(sandbox)).change({ job_status: 'Assigned' });
  },
  async 'job.completed'(sandbox) {
    return (await newJob(sandbox)).change({ job_status: 'Completed' });
  },
  async 'job.deleted'(sandbox) {
    const { id: job_id } = await newJob(sandbox);
    await sandbox.post(`jobs/jobs/${job_id}/delete`);
    return { job_id };
  },
  async 'job.restored'(sandbox) {
    const { id: job_id } = await newJob(sandbox);
    await sandbox.post(`jobs/jobs/${job_id}/delete`);
    await sandbox.post(`jobs/jobs/${job_id}/restore`);
    return { job_id };
  },
  async 'invoice.paid'(sandbox) {
    const { id: job_id } = await newJob(sandbox);
    const { invoice_id } = await sandbox.post<{ invoice_id: number }>(
      `jobs/jobs/${job_id}/invoices`,
      { total_cents: TOTAL_CENTS },
    );
    await sandbox.post(`jobs/invoices/${invoice_id}/payments`, { amount_cents: TOTAL_CENTS });
    return { invoice_id, job_id };
  },
} satisfies Readonly<Record<string, (sandbox: Sandbox) => Promise<Triggered>>>;

type TriggeredEvent = keyof typeof TRIGGERS;

const EVENTS = Object.keys(TRIGGERS) as TriggeredEvent[];

const sandboxOf = (client: AdminClient, slug: string): Sandbox => {
  const records = recordsOf(slug, 'test');
  return {
    put: (path, body) => client.ask('PUT', `${records}/${path}`, body),
    post: (path, body) => client.ask('POST', `${records}/${path}`, body),
  };
};

export const addTrigger = (program: Command, environment: CommandEnvironment): void => {
  program
    .command('trigger')
    .description("make the change in a company's sandbox that causes an event")
    .addArgument(new Argument('<event>', 'the event').choices(EVENTS))
    .requiredOption('--company <slug>', 'whose sandbox')
    .action(
      asOperator(
        environment,
        (event: TriggeredEvent) => event,
        async ({ client, print }, event: TriggeredEvent, { company }: TriggerOptions) =>
          print({ event, ...(await TRIGGERS[event](sandboxOf(client, company))) }),
      ),
    );
};
