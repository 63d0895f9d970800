import {
  isRecordNumber,
  mayAnnounce,
  recordIdOf,
  REQUEST_ID,
  subjectOf,
  type DomainEvent,
  type EventType,
  type Publisher,
  type TraceContext,
} from '@svc/contracts';

/**
 * A domain event as it is published: CloudEvents 1.0 in structured JSON, with three extensions, and
 * that for distributed tracing where the change was traced.
 */
export interface CloudEvent extends Partial<TraceContext> {
  readonly specversion: '1.0';
  readonly id: string;
  /** The context that announces it: `/jobs`. */
  readonly source: string;
  readonly type: string;
  /** The record's id. */
  readonly subject: string;
  /** UTC with milliseconds. */
  readonly time: string;
  readonly datacontenttype: 'application/json';
  readonly companyid: number;
  readonly version: number;
  readonly actor: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** An event as a consumer receives it. A newer publisher may announce types that this release ignores. */
export interface ReceivedEvent extends DomainEvent {
  readonly id: string;
  /** The trace of what caused the event; absent where that was not traced. */
  readonly trace?: TraceContext;
}

/** A message on the stream that is no CloudEvent of ours; to deliver it again would not help. */
export class MalformedEvent extends Error {
  constructor(problem: string) {
    super(`Malformed event: ${problem}.`);
    this.name = 'MalformedEvent';
  }
}

export const toCloudEvent = (
  context: Publisher,
  id: string,
  event: DomainEvent,
  trace?: TraceContext,
): CloudEvent => ({
  specversion: '1.0',
  id,
  source: `/${context}`,
  type: event.type,
  subject: String(event.recordId),
  time: event.occurredAt.toISOString(),
  datacontenttype: 'application/json',
  companyid: event.companyId,
  version: event.version,
  actor: event.actor,
  data: event.data,
  ...trace,
});

/**
 * Reads an envelope; throws a MalformedEvent that names what is wrong with it.
 *
 * A context can publish under its own subjects only. So the source and type in an envelope are believed
 * only where they agree with the subject at which it was published, and the type is not another context's.
 */
export function parseCloudEvent(text: string, publishedAt: string): ReceivedEvent {
  const envelope = objectIn(text);
  requireThat(envelope['specversion'] === '1.0', 'specversion is not 1.0');
  const { id, source, type, subject, time, companyid, version, actor, data } = envelope;
  requireThat(isText(id) && REQUEST_ID.test(id), 'id is missing, or no name');
  requireThat(isText(type), 'type is missing');
  const announcedBy = isText(source) && source.startsWith('/') ? source.slice(1) : '';
  const address = subjectOf(announcedBy as Publisher, type as EventType);
  requireThat(address === publishedAt, 'source and type are not those of its subject');
  requireThat(mayAnnounce(announcedBy, type), "its type is another context's");
  // With a dot, it would have taken a part of the type.
  requireThat(!announcedBy.includes('.'), 'source is no context');
  requireThat(isText(actor), 'actor is missing');
  requireThat(isRecordNumber(companyid), 'companyid is not a positive integer');
  requireThat(isVersion(version), 'version is not one that a record can have');
  const recordId = isText(subject) ? recordIdOf(subject) : undefined;
  requireThat(recordId !== undefined, 'subject is not a record id');
  const occurredAt = new Date(isText(time) ? time : Number.NaN);
  requireThat(isTimestamp(occurredAt), 'time is not a timestamp');
  requireThat(isObject(data), 'data is not an object');
  const trace = traceIn(envelope);
  return {
    id,
    type: type as EventType,
    companyId: companyid,
    recordId,
    version,
    occurredAt,
    actor,
    data,
    ...(trace && { trace }),
  };
}

/** The trace in an envelope. One that is none is left out: the event matters, and its trace does not. */
export function traceIn({
  traceparent,
  tracestate,
}: Readonly<Record<string, unknown>>): TraceContext | undefined {
  if (!isTraceText(traceparent)) return undefined;
  return { traceparent, ...(isTraceText(tracestate) && { tracestate }) };
}

function objectIn(text: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new MalformedEvent('it is not JSON');
  }
  requireThat(isObject(value), 'it is not an object');
  return value;
}

function requireThat(fine: boolean, problem: string): asserts fine {
  if (!fine) throw new MalformedEvent(problem);
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** What a database takes, and as much of a state as W3C wants everybody to pass on. */
const isTraceText = (value: unknown): value is string =>
  isText(value) && /^[\x20-\x7e]{1,512}$/.test(value);

/** What the columns of versions hold, in every database. */
const LARGEST_VERSION = 2 ** 31 - 1;

const isVersion = (value: unknown): value is number =>
  isRecordNumber(value) && value <= LARGEST_VERSION;

/** In the years of RFC 3339: databases take no others. */
const isTimestamp = (at: Date): boolean =>
  !Number.isNaN(at.getTime()) && /^\d{4}-/.test(at.toISOString());

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
