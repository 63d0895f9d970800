import { randomUUID } from 'node:crypto';
import type { Answer } from '@svc/contracts';
import { startLoop, type Next } from '@svc/kernel';
import type { Logger } from '@svc/logging';
import type { Progress } from '@svc/messaging';
import { orUndefined } from '@svc/outbox';
import type { GatewayAnswers } from '../persistence/gateway-answers';

export interface RightsWatchSettings {
  /** How far the gateway's events are applied, on whichever replica; rejects without NATS. */
  readonly progress: () => Promise<Progress>;
  /** Asks every gateway whether all that was committed is in the stream. */
  readonly ask: (question: string) => void;
  /** Kept, because a process that starts later cannot tell a silent gateway from one of the release before. */
  readonly answers: GatewayAnswers;
  readonly log: Logger;
}

/** Whether every change of keys' and companies' rights has arrived here. */
export interface RightsWatch {
  areKnown(): boolean;
  /** A gateway answers. */
  hear(answer: string): void;
  /** The stream may be there again. */
  lookAgain(): void;
  stop(): Promise<void>;
}

const LOOK_EVERY_MS = 1_000;
/** For how long after a question that was answered rights count as known. */
const ANSWER_HOLDS_MS = 3_000;
/**
 * How long to wait where no gateway ever answered any process, at first and after a time without NATS. A gateway of
 * the release before says nothing of what it announces, and has to find NATS again before it does: 3 s
 * for a connection that hangs, and 5 s until its relay tries again.
 */
const SILENT_GATEWAY_CATCHES_UP_MS = 10_000;

/**
 * Asks every second whether all that was committed is announced, and whether all that is announced is
 * applied.
 *
 * Once both were so, rights are known for as long as the first question is answered and all events of some
 * seconds ago are applied. Newer ones may not be: keys may change all the time, and a replica that hangs or
 * was killed may have taken an event with it. All times are by this process's clock, from when it asked: a
 * gateway looks after that, so what it finds was true then or later. The arrival of its answer would not do,
 * as NATS may have held it up, nor would the gateway's own clock.
 */
export function watchRights({ progress, ask, answers, log }: RightsWatchSettings): RightsWatch {
  const asker = randomUUID();
  /** When each question was asked whose answer would still hold. */
  const asked = new Map<string, number>();
  let questions = 0;
  /** All that was committed until then is known to be announced; absent where no gateway has answered here. */
  let announcedUntil: number | undefined;
  /** Whether a gateway ever answered any process; absent until that is read. */
  let haveAnswered: boolean | undefined;
  let answeredAt = performance.now();
  /** All that was in the stream then is known to be applied. */
  let appliedUntil = -Infinity;
  /** Of looks that found something not applied, when they were, and the last place in the stream then. */
  let awaited: readonly { readonly at: number; readonly place: number }[] = [];
  /** Where no gateway ever answered: before this, events that one still has are to be expected. */
  let silentUntil = answeredAt + SILENT_GATEWAY_CATCHES_UP_MS;
  /** How often a gateway was heard of again; the stream has to be asked after each of these times. */
  let returns = 0;
  let isComplete = false;
  let wereKnown = false;

  const holds = (since: number, at: number): boolean => at - since <= ANSWER_HOLDS_MS;
  /** Also where the gateways are of the release before, which answer nothing. */
  const isAnnounced = (at: number): boolean =>
    announcedUntil === undefined || holds(announcedUntil, at);

  function areKnown(): boolean {
    const now = performance.now();
    return isComplete && holds(appliedUntil, now) && isAnnounced(now);
  }

  function askAt(now: number): void {
    for (const [question, at] of asked) if (!holds(at, now)) asked.delete(question);
    questions += 1;
    const question = `${asker}.${questions}`;
    asked.set(question, now);
    ask(question);
  }

  function hear(answer: string): void {
    const read = answerIn(answer);
    if (!read) return;
    const now = performance.now();
    const since = announcedUntil ?? -Infinity;
    const lookedFrom = Math.max(...read.questions.map((each) => asked.get(each) ?? -Infinity));
    announcedUntil = Math.max(since, lookedFrom - read.waitingMs);
    if (holds(since, now)) return;
    // What was committed in the meantime may be in the stream by now, and not be applied.
    isComplete = false;
    returns += 1;
    if (holds(announcedUntil, now)) loop.wake();
  }

  /** Whether it is kept that gateways answer, if they do; false without the database. */
  async function isKept(): Promise<boolean> {
    const answersHere = announcedUntil !== undefined;
    try {
      haveAnswered ??= await answers.exist();
      if (answersHere && !haveAnswered) await answers.note();
      haveAnswered ||= answersHere;
      return true;
    } catch {
      // Whoever needs the database says so; rights are not known until it is there.
      return false;
    }
  }

  function noteApplied({ settledUntil, announcedUntil: place }: Progress, at: number): void {
    const looks = [...awaited, { at, place }];
    const isApplied = (look: { readonly place: number }): boolean => look.place <= settledUntil;
    appliedUntil = looks.findLast(isApplied)?.at ?? appliedUntil;
    awaited = looks.filter((look) => !isApplied(look) && holds(look.at, at));
  }

  async function look(): Promise<Next> {
    const askedAt = performance.now();
    const returnsBefore = returns;
    askAt(askedAt);
    const found = await orUndefined(progress);
    const maySeeAll = await isKept();
    if (found) {
      if (!holds(answeredAt, askedAt)) {
        isComplete = false;
        silentUntil = askedAt + SILENT_GATEWAY_CATCHES_UP_MS;
      }
      answeredAt = askedAt;
      noteApplied(found, askedAt);
      const isAsked =
        announcedUntil === undefined
          ? haveAnswered === false && askedAt >= silentUntil
          : returns === returnsBefore;
      if (appliedUntil === askedAt && maySeeAll && isAsked) isComplete = true;
    }
    if (areKnown() !== wereKnown) {
      wereKnown = !wereKnown;
      if (wereKnown) log.info('rights of keys are known, subscriptions are sent');
      else log.warn('rights of keys may have changed unheard, subscriptions wait');
    }
    return 'done';
  }

  const loop = startLoop({ work: look, pollMs: LOOK_EVERY_MS });
  return { areKnown, hear, lookAgain: loop.wake, stop: loop.stop };
}

/** Undefined for what is none: a newer release may answer in another way. */
function answerIn(text: string): Answer | undefined {
  try {
    const { questions, waitingMs } = JSON.parse(text) as Partial<Answer>;
    const isAnswer = Array.isArray(questions) && typeof waitingMs === 'number' && waitingMs >= 0;
    return isAnswer ? { questions, waitingMs } : undefined;
  } catch {
    return undefined;
  }
}
