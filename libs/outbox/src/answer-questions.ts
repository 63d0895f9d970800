import { ANSWER, isQuestion, QUESTION, type Answer } from '@svc/contracts';
import { startLoop, type Next } from '@svc/kernel';
import type { Stream } from '@svc/messaging';
import type { DataSource } from 'typeorm';
import { ageOfOldestUnrelayed, orUnknown } from './metrics';
import type { Relay } from './relay';

export interface AnsweringSettings {
  readonly db: DataSource;
  readonly stream: Stream;
  readonly relay: Pick<Relay, 'isVerified' | 'wake'>;
}

/** One look at the outbox in this time answers all who asked in it. */
const LOOK_EVERY_MS = 1_000;
/** More than there are processes that ask. */
const MOST_QUESTIONS = 100;
/** The loop works only when it is woken. */
const POLL_MS = 60_000;

/**
 * Answers those who ask whether all that was committed is in the stream.
 *
 * Every process that shares the database may answer for all of them, because it looks at what all have
 * committed. It looks after the question has come, so that whoever asks can tell by its own clock how
 * old the answer is at most, wherever either message was held up.
 */
export function answerQuestions({ db, stream, relay }: AnsweringSettings): {
  stop(): Promise<void>;
} {
  let asked = new Set<string>();

  async function answer(): Promise<Next> {
    const questions = [...asked];
    asked = new Set();
    // What the stream has lost is repeated first.
    if (questions.length === 0 || !relay.isVerified()) return { gatherMs: 0 };
    const age = await orUnknown(() => ageOfOldestUnrelayed(db));
    // Whoever left it may have ended since.
    if (age > 0) relay.wake();
    // NATS may have been away meanwhile.
    if (Number.isNaN(age) || !relay.isVerified()) return 'done';
    const given: Answer = { questions, waitingMs: Math.max(0, age * 1_000) };
    stream.say(ANSWER.subject, JSON.stringify(given));
    return 'done';
  }

  const loop = startLoop({ work: answer, gatherMs: LOOK_EVERY_MS, pollMs: POLL_MS });
  stream.listen([QUESTION.subject], (_, question) => {
    if (asked.size >= MOST_QUESTIONS || !isQuestion(question)) return;
    asked.add(question);
    loop.wake();
  });
  return { stop: loop.stop };
}
