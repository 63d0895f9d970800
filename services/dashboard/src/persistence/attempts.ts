import { createHash } from 'node:crypto';
import { createDeletion, createRun, statement, lockNames } from '@svc/database';
import type { EntityManager } from 'typeorm';
import { getAttemptCutoff, type Limit } from '../domain/sign-in-limits';

/** Hashing bounds the length of subjects, which clients choose. */
const hashSubject = ({ subject }: Limit): Buffer => createHash('sha256').update(subject).digest();

const OLDEST_TOO_MANY = statement<{ subject: Buffer; after: Date; atMost: number }, { at: Date }>()(
  'find_oldest_attempt',
  `select made_at as at from attempts where subject = :subject and made_at > :after
   order by made_at desc limit 1 offset :atMost - 1`,
);

const ADD = statement<{ subjects: readonly Buffer[]; at: Date }, { id: number }>()(
  'add_attempts',
  `insert into attempts (subject, made_at) select subject, :at from unnest(:subjects::bytea[]) as given (subject)
   returning id`,
);

const REMOVE = statement<{ ids: readonly number[] }>()(
  'remove_attempts',
  'delete from attempts where id = any(:ids::bigint[])',
);

export const deleteOldAttempts = createDeletion({
  table: 'attempts',
  key: 'id',
  keptFor: { made_at: '1 hour' },
});

export type AttemptIds = readonly number[];

export const createAttempts = (tx: EntityManager) => {
  const run = createRun(tx);
  return {
    /**
     * Returns the time of the attempt that must expire before another is allowed; undefined if one
     * is allowed now. Locks the subjects until the transaction ends.
     */
    async findBlockingAttempt(limits: readonly Limit[], at: Date): Promise<Date | undefined> {
      await lockNames(
        tx,
        limits.map(({ subject }) => `attempt ${subject}`),
      );
      const after = getAttemptCutoff(at);
      const found: Date[] = [];
      for (const limit of limits) {
        const window = { subject: hashSubject(limit), after, atMost: limit.atMost };
        const [oldest] = await run(OLDEST_TOO_MANY, window);
        if (oldest) found.push(oldest.at);
      }
      return found.sort((one, other) => other.getTime() - one.getTime())[0];
    },

    async add(limits: readonly Limit[], at: Date): Promise<AttemptIds> {
      return (await run(ADD, { subjects: limits.map(hashSubject), at })).map(({ id }) => id);
    },

    async remove(ids: AttemptIds): Promise<void> {
      await run(REMOVE, { ids });
    },
  };
};

export type Attempts = ReturnType<typeof createAttempts>;
