import {
  canAnnounce,
  isRecordNumber,
  REQUEST_ID,
  toRecordId,
  toSubject,
  type DomainEvent,
  type EventType,
  type Publisher,
  type TraceContext,
} from '@svc/contracts';

/** CloudEvents 1.0 in structured JSON, with extensions. */
export interface CloudEvent extends Partial<TraceContext> {
  readonly specversion: '1.0';
  readonly id: string;
  /** `/jobs` */
  readonly source: string;
  readonly type: string;
  readonly subject: string;
  /** UTC with milliseconds. */
  readonly time: string;
  readonly datacontenttype: 'application/json';
  readonly companyid: number;
  readonly version: number;
  readonly actor: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** A newer publisher may send types that this release ignores. */
export interface ReceivedEvent extends DomainEvent {
  readonly id: string;
  /** Absent if not traced. */
  readonly trace?: TraceContext;
}

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

/** A context can publish only under its own subjects, so source and type must agree with the subject. */
export function parseCloudEvent(text: string, publishedAt: string): ReceivedEvent {
  const envelope = parseObject(text);
  requireThat(envelope['specversion'] === '1.0', 'specversion is not 1.0');
  const { id, source, type, subject, time, companyid, version, actor, data } = envelope;
  requireThat(isText(id) && REQUEST_ID.test(id), 'id is missing, or no name');
  requireThat(isText(type), 'type is missing');
  const announcedBy = isText(source) && source.startsWith('/') ? source.slice(1) : '';
  const address = toSubject(announcedBy as Publisher, type as EventType);
  requireThat(address === publishedAt, 'source and type are not those of its subject');
  requireThat(canAnnounce(announcedBy, type), "its type is another context's");
  // With a dot, the source would contain a part of the type.
  requireThat(!announcedBy.includes('.'), 'source is no context');
  requireThat(isText(actor), 'actor is missing');
  requireThat(isRecordNumber(companyid), 'companyid is not a positive integer');
  requireThat(isVersion(version), 'version is not one that a record can have');
  const recordId = isText(subject) ? toRecordId(subject) : undefined;
  requireThat(recordId !== undefined, 'subject is not a record id');
  const occurredAt = new Date(isText(time) ? time : Number.NaN);
  requireThat(isTimestamp(occurredAt), 'time is not a timestamp');
  requireThat(isObject(data), 'data is not an object');
  const trace = readTrace(envelope);
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

/** An invalid trace is dropped. */
export function readTrace({
  traceparent,
  tracestate,
}: Readonly<Record<string, unknown>>): TraceContext | undefined {
  if (!isTraceText(traceparent)) return undefined;
  return { traceparent, ...(isTraceText(tracestate) && { tracestate }) };
}

function parseObject(text: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new MalformedEvent('it is not JSON');
  }
  requireThat(isObject(value), 'it is not an object');
  return value;
}

function requireThat(isMet: boolean, problem: string): asserts isMet {
  if (!isMet) throw new MalformedEvent(problem);
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** W3C asks to pass on 512 characters of a state. */
const isTraceText = (value: unknown): value is string =>
  isText(value) && /^[\x20-\x7e]{1,512}$/.test(value);

const MAX_VERSION = 2 ** 31 - 1;

const isVersion = (value: unknown): value is number =>
  isRecordNumber(value) && value <= MAX_VERSION;

/** Databases accept only years of four digits. */
const isTimestamp = (at: Date): boolean =>
  !Number.isNaN(at.getTime()) && /^\d{4}-/.test(at.toISOString());

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
