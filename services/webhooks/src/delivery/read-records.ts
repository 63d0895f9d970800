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

export interface RecordOwners {
  readonly jobs: Owner;
  readonly customers: Owner;
  readonly assets: Owner;
  readonly inventory: Owner;
  readonly technicians: Owner;
}

interface RecordKind {
  readonly owner: keyof RecordOwners;
  readonly path: string;
  /** The API's name of its id. */
  readonly idField: string;
}

/** By the first part of the event type. */
const KINDS: Readonly<Record<string, RecordKind>> = {
  job: { owner: 'jobs', path: RECORD_READS.jobs, idField: 'job_id' },
  invoice: { owner: 'jobs', path: RECORD_READS.invoices, idField: 'invoice_id' },
  customer: { owner: 'customers', path: RECORD_READS.customers, idField: 'customer_id' },
  service_request: {
    owner: 'customers',
    path: RECORD_READS.serviceRequests,
    idField: 'service_request_id',
  },
  asset: { owner: 'assets', path: RECORD_READS.assets, idField: 'asset_id' },
  inventory: { owner: 'inventory', path: RECORD_READS.items, idField: 'item_id' },
  technician: { owner: 'technicians', path: RECORD_READS.technicians, idField: 'technician_id' },
};

/** Undefined when the event itself holds all that is sent. */
const findRecordKind = (type: string): RecordKind | undefined => KINDS[type.split('.')[0] ?? ''];

export interface EventToSend {
  readonly event: WebhookEventRecord;
  readonly zone: string;
  readonly country: string;
}

export type FindCurrentRecord = (event: WebhookEventRecord) => Promise<CurrentRecord>;

/**
 * Starts to read the events' records from the contexts that own them. The returned function waits for
 * one record, and rejects while its owner does not respond.
 *
 * Sends one request per kind and company: an owner's load grows with claims, not deliveries.
 */
export type StartReadingRecords = (events: readonly EventToSend[]) => FindCurrentRecord;

type Records = ReadonlyMap<number, RecordSnapshot>;

export function createRecordReader(owners: RecordOwners): StartReadingRecords {
  /** Splits the request when the response would be too long. */
  async function readRecords(
    kind: RecordKind,
    ids: readonly number[],
    caller: Caller,
  ): Promise<Records> {
    const { owner, path } = kind;
    try {
      const found = await owners[owner].read<RecordSnapshot[]>(`${path}?ids=${ids.join()}`, caller);
      // A 404 means that the owner lacks this route, not that records are deleted.
      if (!found) throw new Error(`${owner} has no ${path}.`);
      return new Map(found.map((record) => [record.id, record]));
    } catch (error) {
      if (!(error instanceof ResponseTooLarge) || ids.length === 1) throw error;
      const half = Math.ceil(ids.length / 2);
      const first = await readRecords(kind, ids.slice(0, half), caller);
      return new Map([...first, ...(await readRecords(kind, ids.slice(half), caller))]);
    }
  }

  return (events) => {
    const reads = new Map<string, Promise<Records>>();
    for (const { kind, ids, caller } of groupReads(events)) {
      for (const some of splitIds([...ids], MAX_RECORDS_PER_READ)) {
        const reading = readRecords(kind, some, caller);
        for (const id of some) reads.set(`${toReadKey(kind.path, caller)} ${id}`, reading);
      }
    }
    return async (event) => {
      const { recordId, version } = event;
      const kind = findRecordKind(event.type);
      if (!kind) return { object: event.object ?? {}, version };
      const reading = reads.get(`${toReadKey(kind.path, event)} ${recordId}`);
      if (!reading) throw new Error(`The record of ${event.id} was not requested.`);
      const record = (await reading).get(recordId);
      if (!record) return { object: { [kind.idField]: recordId, deleted: true }, version };
      return { version: record.version, object: { ...record.object, ...event.object } };
    };
  };
}

const toReadKey = (path: string, { companyId }: Pick<Caller, 'companyId'>): string =>
  `${path} ${companyId}`;

interface GroupedRead {
  readonly kind: RecordKind;
  readonly ids: Set<number>;
  readonly caller: Caller;
}

function groupReads(events: readonly EventToSend[]): Iterable<GroupedRead> {
  const reads = new Map<string, GroupedRead>();
  for (const each of events) {
    const kind = findRecordKind(each.event.type);
    if (!kind) continue;
    const name = toReadKey(kind.path, each.event);
    const read = reads.get(name) ?? { kind, ids: new Set(), caller: createCaller(each) };
    reads.set(name, read);
    read.ids.add(each.event.recordId);
  }
  return reads.values();
}

const splitIds = (ids: readonly number[], max: number): (readonly number[])[] =>
  Array.from({ length: Math.ceil(ids.length / max) }, (_, part) =>
    ids.slice(part * max, (part + 1) * max),
  );

/** All scopes, so that records include technicians' names. */
const createCaller = ({ event, zone, country }: EventToSend): Caller => ({
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

export const createFindLatestRecord =
  (owners: RecordOwners): FindLatestRecord =>
  async (event, caller) => {
    const kind = findRecordKind(event);
    return kind && owners[kind.owner].read<RecordSnapshot>(`${kind.path}/latest`, caller);
  };
