import { RECORDS_PER_READ, SCOPES, type Caller, type RecordAnswer } from '@svc/contracts';
import type { CurrentRecord, WebhookEventRecord } from '../domain/webhook-body';
import { recordKindOf, type Owners, type RecordKind } from './record-kinds';

/** An event to be sent, with its company's zone and country, in which the record is read. */
export interface EventToSend {
  readonly event: WebhookEventRecord;
  readonly zone: string;
  readonly country: string;
}

/** Answers an event's record as it is now. Rejects while its owner does not answer. */
export type FindCurrentRecord = (event: WebhookEventRecord) => Promise<CurrentRecord>;

/**
 * Reads the records of events that are sent together.
 *
 * Each record is read once, and those of one kind and company in one request, so that an owner's load
 * grows with the number of claims and not with that of deliveries.
 */
export type RecordReader = (events: readonly EventToSend[]) => FindCurrentRecord;

export function recordReader(owners: Owners): RecordReader {
  async function ask({ owner, path }: RecordKind, ids: readonly number[], caller: Caller) {
    const records = await owners[owner].read<RecordAnswer[]>(`${path}?ids=${ids.join()}`, caller);
    // The list itself always exists: a 404 means that the owner lacks this read, not that records are deleted.
    if (!records) throw new Error(`${owner} has no ${path}.`);
    return new Map(records.map((record) => [record.id, record]));
  }

  return (events) => {
    const answers = new Map<string, ReturnType<typeof ask>>();
    for (const { kind, ids, caller } of questionsOf(events)) {
      const answer = ask(kind, ids, caller);
      for (const id of ids) answers.set(`${kind.path} ${caller.companyId} ${id}`, answer);
    }
    return async (event) => {
      const { companyId, recordId, version } = event;
      const kind = recordKindOf(event.type);
      if (!kind) return { object: event.object ?? {}, version };
      const answer = answers.get(`${kind.path} ${companyId} ${recordId}`);
      if (!answer) throw new Error(`The record of ${event.id} was not asked for.`);
      const record = (await answer).get(recordId);
      if (!record) return { object: { [kind.id]: recordId, deleted: true }, version };
      return { version: record.version, object: { ...record.object, ...event.object } };
    };
  };
}

interface Question {
  readonly kind: RecordKind;
  readonly ids: readonly number[];
  readonly caller: Caller;
}

/** One question for each kind of record and company, or a few where it has many ids. */
function questionsOf(events: readonly EventToSend[]): Question[] {
  const groups = new Map<string, { kind: RecordKind; ids: Set<number>; caller: Caller }>();
  for (const each of events) {
    const kind = recordKindOf(each.event.type);
    if (!kind) continue;
    const key = `${kind.path} ${each.event.companyId}`;
    const group = groups.get(key) ?? { kind, ids: new Set(), caller: callerFor(each) };
    groups.set(key, group);
    group.ids.add(each.event.recordId);
  }
  return [...groups.values()].flatMap(({ ids, ...question }) =>
    parts([...ids]).map((some) => ({ ...question, ids: some })),
  );
}

const parts = (ids: readonly number[]): (readonly number[])[] =>
  Array.from({ length: Math.ceil(ids.length / RECORDS_PER_READ) }, (_, part) =>
    ids.slice(part * RECORDS_PER_READ, (part + 1) * RECORDS_PER_READ),
  );

/** A caller of the company who sees technicians' names; the first of its events is the request id. */
const callerFor = ({ event, zone, country }: EventToSend): Caller => ({
  reach: 'internal',
  companyId: event.companyId,
  zone,
  country,
  actor: 'scheduled',
  scopes: SCOPES,
  requestId: event.id,
});
