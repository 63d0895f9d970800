import { createHash } from 'node:crypto';
import { deletionOf, runOn, statement, takeTurns } from '@svc/database';
import type { EntityManager } from 'typeorm';
import { countedAfter, type Limit } from '../domain/sign-in-limits';

/** Hashing bounds the length of subjects, which clients choose. */
const hashOf = ({ subject }: Limit): Buffer => createHash('sha256').update(subject).digest();

// Returns the oldest attempt of a full limit; another is allowed once that no longer counts.
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

const TAKE_BACK = statement<{ ids: readonly number[] }>()(
  'take_back_attempts',
  'delete from attempts where id = any(:ids::bigint[])',
);

export const deleteOldAttempts = deletionOf({
  table: 'attempts',
  key: 'id',
  keptFor: { made_at: '1 hour' },
});

export type Counted = readonly number[];

export const attempts = (tx: EntityManager) => {
  const run = runOn(tx);
  return {
    /**
     * Time of the attempt that must expire before another is allowed; undefined if no limit is
     * reached. Locks the subjects until the transaction ends.
     */
    async oldestOfTooMany(limits: readonly Limit[], at: Date): Promise<Date | undefined> {
      await takeTurns(
        tx,
        limits.map(({ subject }) => `attempt ${subject}`),
      );
      const found: Date[] = [];
      for (const limit of limits) {
        const asked = { subject: hashOf(limit), after: countedAfter(at), atMost: limit.atMost };
        const [oldest] = await run(OLDEST_TOO_MANY, asked);
        if (oldest) found.push(oldest.at);
      }
      return found.sort((one, other) => other.getTime() - one.getTime())[0];
    },

    async add(limits: readonly Limit[], at: Date): Promise<Counted> {
      return (await run(ADD, { subjects: limits.map(hashOf), at })).map(({ id }) => id);
    },

    async takeBack(ids: Counted): Promise<void> {
      await run(TAKE_BACK, { ids });
    },
  };
};

export type Attempts = ReturnType<typeof attempts>;
