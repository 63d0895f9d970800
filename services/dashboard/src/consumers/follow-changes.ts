import { heardBy, hintSubject, HINTS, type Hint, type HintingProcess } from '@svc/contracts';
import { MalformedEvent, parseCloudEvent, type Stream } from '@svc/messaging';
import { CHANGED_KINDS, type ChangedKind } from '../../contract/live';
import type { Change } from '../domain/gathered-changes';

type Tell = (companyId: number, change: Change) => void;

export interface FollowChangesSettings {
  readonly stream: Stream;
  readonly tell: Tell;
  /** Called when something may have been missed. */
  readonly tellEverything: () => void;
}

/**
 * Hears of every context's changes as they are published. Each replica hears all and keeps nothing, so
 * that a durable consumer, which replicas share and which delivers late what was missed, would be of
 * no use: after an interruption browsers ask again for all that they show.
 */
export function followChanges({ stream, tell, tellEverything }: FollowChangesSettings): void {
  stream.listen(
    heardBy('dashboard').map(({ subject }) => subject),
    (subject, body) => hear(subject, body, tell),
  );
  stream.onReady(tellEverything);
}

const HINTING = new Map(
  (Object.keys(HINTS) as HintingProcess[]).map((process) => [
    hintSubject(process),
    HINTS[process] as readonly string[],
  ]),
);

function hear(subject: string, body: string, tell: Tell): void {
  try {
    const kinds = HINTING.get(subject);
    if (kinds) hearHint(JSON.parse(body) as Partial<Hint> | null, kinds, tell);
    else hearEvent(subject, body, tell);
  } catch (error) {
    // Whoever consumes the events keeps those that are none, and says so.
    if (error instanceof MalformedEvent || error instanceof SyntaxError) return;
    throw error;
  }
}

function hearEvent(subject: string, body: string, tell: Tell): void {
  const { type, companyId, recordId: id } = parseCloudEvent(body, subject);
  const kind = type.split('.')[0] ?? '';
  // A newer release may announce more.
  if (isKnown(kind)) tell(companyId, { kind, id });
}

function hearHint(hint: Partial<Hint> | null, kinds: readonly string[], tell: Tell): void {
  const { companyId, kind } = hint ?? {};
  if (typeof companyId !== 'number' || kind === undefined || !kinds.includes(kind)) return;
  tell(companyId, { kind, id: null });
}

const isKnown = (kind: string): kind is ChangedKind =>
  (CHANGED_KINDS as readonly string[]).includes(kind);
