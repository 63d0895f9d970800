import { INTERNAL_READS, SCOPES, type Caller, type CustomerCard } from '@svc/contracts';
import type { ServiceClient } from '@svc/http';
import type { Shown, WebhookEventRecord } from '../domain/webhook-body';

/** The contexts whose records events are about. */
export interface Owners {
  readonly jobs: Pick<ServiceClient, 'read'>;
  readonly customers: Pick<ServiceClient, 'read'>;
}

/** How the company of a record reads times and numbers. */
export interface View {
  readonly zone: string;
  readonly country: string;
}

type Fields = Readonly<Record<string, unknown>>;

/** Reads the records of events from their owners. */
export interface RecordReader {
  /** The record as it is now. Rejects while its owner does not answer. */
  read(event: WebhookEventRecord, view: View): Promise<Shown>;
}

const callerFor = (companyId: number, view: View, requestId: string): Caller => ({
  reach: 'internal',
  companyId,
  ...view,
  actor: 'scheduled',
  scopes: SCOPES,
  requestId,
});

/** Of one version, as far as can be told: a record that is gone has only its id. */
export function recordReader({ jobs, customers }: Owners): RecordReader {
  async function readJob(event: WebhookEventRecord, caller: Caller): Promise<Shown> {
    const job = await jobs.read<Fields>(`/internal/jobs/${event.recordId}`, caller);
    return job
      ? { object: job, version: Number(job['version']) }
      : { object: { job_id: event.recordId, deleted: true }, version: event.version };
  }

  async function readCustomer(event: WebhookEventRecord, caller: Caller): Promise<Shown> {
    const { recordId } = event;
    // The card first: an object may be newer than its version says, and never older.
    const path = `${INTERNAL_READS.customers}?ids=${recordId}`;
    const [card] = (await customers.read<CustomerCard[]>(path, caller)) ?? [];
    const customer = await customers.read<Fields>(`/internal/customers/${recordId}`, caller);
    return {
      object: customer ?? { customer_id: recordId, deleted: true },
      version: card?.version ?? event.version,
    };
  }

  return {
    async read(event, view) {
      const caller = callerFor(event.companyId, view, event.id);
      if (event.type.startsWith('job.')) return readJob(event, caller);
      if (event.type.startsWith('customer.')) return readCustomer(event, caller);
      return { object: event.object ?? {}, version: event.version };
    },
  };
}

/** A reader that asks for each record once, for deliveries that are sent together. */
export function readingOnce({ read }: RecordReader): RecordReader {
  const known = new Map<string, Promise<Shown>>();
  return {
    read(event, view) {
      const [record = ''] = event.type.split('.');
      const key = `${event.companyId} ${record} ${event.recordId} ${event.version}`;
      const reading = known.get(key) ?? read(event, view);
      known.set(key, reading);
      return reading;
    },
  };
}
