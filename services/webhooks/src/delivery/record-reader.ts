import {
  RECORD_READS,
  MAX_RECORDS_PER_READ,
  SCOPES,
  type Caller,
  type RecordSnapshot,
} from '@svc/contracts';
import { ResponseTooLarge, type ServiceClient } from '@svc/http';
import type { HookEvent } from '../domain/hook-events';
import type { CurrentRecord, WebhookEventRecord } from '../domain/webhook-body';

type Owner = Pick<ServiceClient, 'read'>;

export interface Owners {
  readonly jobs: Owner;
  readonly customers: Owner;
  readonly assets: Owner;
  readonly inventory: Owner;
  readonly technicians: Owner;
}

interface RecordKind {
  readonly owner: keyof Owners;
  readonly path: string;
  readonly id: string;
}

/** By the first part of the event type. */
const KINDS: Readonly<Record<string, RecordKind>> = {
  job: { owner: 'jobs', path: RECORD_READS.jobs, id: 'job_id' },
  invoice: { owner: 'jobs', path: RECORD_READS.invoices, id: 'invoice_id' },
  customer: { owner: 'customers', path: RECORD_READS.customers, id: 'customer_id' },
  service_request: {
    owner: 'customers',
    path: RECORD_READS.serviceRequests,
    id: 'service_request_id',
  },
  asset: { owner: 'assets', path: RECORD_READS.assets, id: 'asset_id' },
  inventory: { owner: 'inventory', path: RECORD_READS.items, id: 'item_id' },
  technician: { owner: 'technicians', path: RECORD_READS.technicians, id: 'technician_id' },
};

/** Undefined when the event itself holds all that is sent. */
const recordKindOf = (type: string): RecordKind | undefined => KINDS[type.split('.')[0] ?? ''];

export interface EventToSend {
  readonly event: WebhookEventRecord;
  readonly zone: string;
  readonly country: string;
}

/** Rejects while the owner does not respond. */
export type FindCurrentRecord = (event: WebhookEventRecord) => Promise<CurrentRecord>;

/**
 * Reads the records of events that are sent together: one request per kind and company, so that an
 * owner's load grows with claims, not with deliveries.
 */
export type RecordReader = (events: readonly EventToSend[]) => FindCurrentRecord;

type Records = ReadonlyMap<number, RecordSnapshot>;

export function recordReader(owners: Owners): RecordReader {
  /** Splits the request when the response would be too long. */
  async function ask(kind: RecordKind, ids: readonly number[], caller: Caller): Promise<Records> {
    const { owner, path } = kind;
    try {
      const records = await owners[owner].read<RecordSnapshot[]>(
        `${path}?ids=${ids.join()}`,
        caller,
      );
      // The list always exists: a 404 means that the owner lacks this route, not that records are
      // deleted.
      if (!records) throw new Error(`${owner} has no ${path}.`);
      return new Map(records.map((record) => [record.id, record]));
    } catch (error) {
      if (!(error instanceof ResponseTooLarge) || ids.length === 1) throw error;
      const half = Math.ceil(ids.length / 2);
      const first = await ask(kind, ids.slice(0, half), caller);
      return new Map([...first, ...(await ask(kind, ids.slice(half), caller))]);
    }
  }

  return (events) => {
    const answers = new Map<string, Promise<Records>>();
    for (const { kind, ids, caller } of questionsOf(events)) {
      for (const some of parts([...ids], MAX_RECORDS_PER_READ)) {
        const answer = ask(kind, some, caller);
        for (const id of some) answers.set(`${nameOf(kind.path, caller)} ${id}`, answer);
      }
    }
    return async (event) => {
      const { recordId, version } = event;
      const kind = recordKindOf(event.type);
      if (!kind) return { object: event.object ?? {}, version };
      const answer = answers.get(`${nameOf(kind.path, event)} ${recordId}`);
      if (!answer) throw new Error(`The record of ${event.id} was not asked for.`);
      const record = (await answer).get(recordId);
      if (!record) return { object: { [kind.id]: recordId, deleted: true }, version };
      return { version: record.version, object: { ...record.object, ...event.object } };
    };
  };
}

const nameOf = (path: string, { companyId }: Pick<Caller, 'companyId'>): string =>
  `${path} ${companyId}`;

interface Question {
  readonly kind: RecordKind;
  readonly ids: Set<number>;
  readonly caller: Caller;
}

function questionsOf(events: readonly EventToSend[]): Iterable<Question> {
  const questions = new Map<string, Question>();
  for (const each of events) {
    const kind = recordKindOf(each.event.type);
    if (!kind) continue;
    const name = nameOf(kind.path, each.event);
    const question = questions.get(name) ?? { kind, ids: new Set(), caller: callerFor(each) };
    questions.set(name, question);
    question.ids.add(each.event.recordId);
  }
  return questions.values();
}

const parts = (ids: readonly number[], most: number): (readonly number[])[] =>
  Array.from({ length: Math.ceil(ids.length / most) }, (_, part) =>
    ids.slice(part * most, (part + 1) * most),
  );

/** Has all scopes, so that records include technicians' names. */
const callerFor = ({ event, zone, country }: EventToSend): Caller => ({
  reach: 'internal',
  companyId: event.companyId,
  zone,
  country,
  actor: 'scheduled',
  scopes: SCOPES,
  requestId: event.id,
});

/** Undefined when the company has no such record. */
export type FindLatestRecord = (
  event: HookEvent,
  caller: Caller,
) => Promise<CurrentRecord | undefined>;

export const latestRecordOf =
  (owners: Owners): FindLatestRecord =>
  async (event, caller) => {
    const kind = recordKindOf(event);
    return kind && owners[kind.owner].read<RecordSnapshot>(`${kind.path}/latest`, caller);
  };
