import {
  EVENTS,
  listSubscriptions,
  toNotificationSubject,
  NOTIFIED_KINDS,
  isRecordNumber,
  findPublisher,
  type ChangeNotification,
  type NotifyingProcess,
  type Publisher,
} from '@svc/contracts';
import { MalformedEvent, parseCloudEvent, type Stream } from '@svc/messaging';
import { CHANGED_KINDS, type ChangedKind } from '../../contract/live';
import type { ChangedRecord } from '../domain/change-collector';

type Notify = (companyId: number, change: ChangedRecord) => void;

export interface FollowChangesSettings {
  readonly stream: Stream;
  readonly notify: Notify;
  readonly notifyAll: () => void;
}

/**
 * Subscribes without a durable consumer: each replica needs every change, and after an interruption
 * browsers read everything again.
 */
export function followChanges({ stream, notify, notifyAll }: FollowChangesSettings): void {
  stream.listen(
    listSubscriptions('dashboard').map(({ subject }) => subject),
    (subject, body) => handleMessage(subject, body, notify),
  );
  stream.onReady(notifyAll);
}

const KINDS_BY_SUBJECT = new Map(
  (Object.keys(NOTIFIED_KINDS) as NotifyingProcess[]).map((process) => [
    toNotificationSubject(process),
    NOTIFIED_KINDS[process] as readonly string[],
  ]),
);

const kindOf = (type: string): string => type.split('.')[0] ?? '';

const EVENT_KINDS = new Map<string | undefined, ReadonlySet<string>>(
  (Object.keys(EVENTS) as Publisher[]).map((publisher) => [
    publisher,
    new Set(EVENTS[publisher].map(kindOf)),
  ]),
);

function handleMessage(subject: string, body: string, notify: Notify): void {
  try {
    const kinds = KINDS_BY_SUBJECT.get(subject);
    if (kinds)
      handleNotification(JSON.parse(body) as Partial<ChangeNotification> | null, kinds, notify);
    else handleEvent(subject, body, notify);
  } catch (error) {
    // The consumers that own the event report malformed messages.
    if (error instanceof MalformedEvent || error instanceof SyntaxError) return;
    throw error;
  }
}

function handleEvent(subject: string, body: string, notify: Notify): void {
  const { type, companyId, recordId: id } = parseCloudEvent(body, subject);
  const kind = kindOf(type);
  const isOfPublisher = EVENT_KINDS.get(findPublisher(subject))?.has(kind) ?? false;
  // A newer release may publish kinds that this one does not know.
  if (isOfPublisher && isKnown(kind)) notify(companyId, { kind, id });
}

function handleNotification(
  notification: Partial<ChangeNotification> | null,
  kinds: readonly string[],
  notify: Notify,
): void {
  const { companyId, kind } = notification ?? {};
  if (!isRecordNumber(companyId) || kind === undefined || !kinds.includes(kind)) return;
  if (!isKnown(kind)) return;
  notify(companyId, { kind, id: null });
}

const isKnown = (kind: string): kind is ChangedKind =>
  (CHANGED_KINDS as readonly string[]).includes(kind);
