import { SCOPES, type Caller, type RecordAnswer } from '@svc/contracts';
import { AnswerTooLong } from '@svc/http';
import type { CurrentRecord, WebhookEventRecord } from '../domain/webhook-body';
import { readSizes } from './read-sizes';
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
 * Each record is read once, and those of one kind and company in one request, or in a few where they are
 * large, so that an owner's load grows with the number of claims and not with that of deliveries.
 */
export type RecordReader = (events: readonly EventToSend[]) => FindCurrentRecord;

export function recordReader(owners: Owners): RecordReader {
  const sizes = readSizes();

  async function ask({ owner, path }: RecordKind, ids: readonly number[], caller: Caller) {
    const what = nameOf(path, caller);
    try {
      const question = `${path}?ids=${ids.join()}`;
      const read = await owners[owner].readWithLength<RecordAnswer[]>(question, caller);
      // The list itself always exists: a 404 means that the owner lacks this read, not that records are deleted.
      if (!read.data) throw new Error(`${owner} has no ${path}.`);
      sizes.answered(what, ids.length, read.bytes);
      return new Map(read.data.map((record) => [record.id, record]));
    } catch (error) {
      if (mayBeTooLarge(error)) sizes.failed(what, ids.length);
      throw error;
    }
  }

  return (events) => {
    const answers = new Map<string, ReturnType<typeof ask>>();
    for (const { kind, ids, caller } of questionsOf(events)) {
      for (const some of parts([...ids], sizes.most(nameOf(kind.path, caller)))) {
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

/** Not where the owner is away, which says nothing of what was asked. */
const mayBeTooLarge = (error: unknown): boolean =>
  error instanceof AnswerTooLong || (error instanceof Error && error.name === 'TimeoutError');

const nameOf = (path: string, { companyId }: Pick<Caller, 'companyId'>): string =>
  `${path} ${companyId}`;

interface Question {
  readonly kind: RecordKind;
  readonly ids: Set<number>;
  readonly caller: Caller;
}

/** One question for each kind of record and company. */
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
