import { columnValues, deletionOf, runOn, statement } from '@svc/database';
import type { DataSource, EntityManager } from 'typeorm';
import type { Browser, Person } from '../domain/person';
import { liveSince } from '../domain/session';
import type { User } from '../domain/user';
import { hashOfToken } from './tokens';

type Owner = Pick<User, 'companyId' | 'id'>;

export interface SessionOf {
  readonly companyId: number;
  readonly sessionId: number;
}

export interface OwnSession extends Browser {
  readonly id: number;
  readonly signedInAt: Date;
  readonly lastUsedAt: Date;
}

const MOST_OF_A_USER = 100;

const ADD = statement<{
  companyId: number;
  userId: number;
  tokenHash: Buffer;
  address: string;
  userAgent: string;
  at: Date;
}>()(
  'add_session',
  `insert into sessions ${columnValues({
    company_id: ':companyId',
    user_id: ':userId',
    token_hash: ':tokenHash',
    address: ':address',
    user_agent: ':userAgent',
    signed_in_at: ':at',
    last_used_at: ':at',
  })}`,
);

// `greatest`: the clocks of replicas differ.
const USE = statement<
  { tokenHash: Buffer; usedAfter: Date; signedInAfter: Date; at: Date },
  Omit<Person, 'address'>
>()(
  'use_session',
  `with used as (
     update sessions set last_used_at = greatest(last_used_at, :at)
     where token_hash = :tokenHash and last_used_at > :usedAfter and signed_in_at > :signedInAfter
     returning id, company_id, user_id)
   select users.id as "userId", users.company_id as "companyId", name, email, role,
     used.id as "sessionId"
   from used join users on (users.company_id, users.id) = (used.company_id, used.user_id)`,
);

const FIND = statement<
  { tokenHash: Buffer; usedAfter: Date; signedInAfter: Date },
  Omit<Person, 'address'>
>()(
  'find_session',
  `select users.id as "userId", users.company_id as "companyId", name, email, role,
     sessions.id as "sessionId"
   from sessions join users
     on (users.company_id, users.id) = (sessions.company_id, sessions.user_id)
   where token_hash = :tokenHash and last_used_at > :usedAfter and signed_in_at > :signedInAfter`,
);

const FIND_LIVE = statement<
  {
    companyIds: readonly number[];
    ids: readonly number[];
    usedAfter: Date;
    signedInAfter: Date;
  },
  { id: number }
>()(
  'find_live_sessions',
  `select id from unnest(:companyIds::bigint[], :ids::bigint[]) as asked (company_id, id)
   join sessions using (company_id, id)
   where last_used_at > :usedAfter and signed_in_at > :signedInAfter`,
);

const END = statement<{ tokenHash: Buffer }>()(
  'end_session',
  'delete from sessions where token_hash = :tokenHash',
);

const END_ALL = statement<{ companyId: number; userId: number; except: number | null }>()(
  'end_sessions',
  `delete from sessions
   where company_id = :companyId and user_id = :userId and id is distinct from :except
   returning 1`,
);

const LIST = statement<
  { companyId: number; userId: number; usedAfter: Date; signedInAfter: Date },
  OwnSession
>()(
  'list_sessions',
  `select id, address, user_agent as "userAgent", signed_in_at as "signedInAt",
     last_used_at as "lastUsedAt"
   from sessions
   where company_id = :companyId and user_id = :userId
     and last_used_at > :usedAfter and signed_in_at > :signedInAfter
   order by last_used_at desc, id desc limit ${MOST_OF_A_USER}`,
);

const END_OLDEST = statement<{ companyId: number; userId: number }>()(
  'end_oldest_sessions',
  `delete from sessions where (company_id, id) in (
     select company_id, id from sessions where company_id = :companyId and user_id = :userId
     order by last_used_at desc, id desc offset ${MOST_OF_A_USER})`,
);

export const deleteOldSessions = deletionOf({
  table: 'sessions',
  key: 'company_id, id',
  keptFor: { last_used_at: '12 hours', signed_in_at: '30 days' },
});

export const sessions = (db: DataSource | EntityManager) => {
  const run = runOn(db);
  return {
    async add({ companyId, id }: Owner, token: string, browser: Browser, at: Date): Promise<void> {
      const { address, userAgent } = browser;
      const tokenHash = hashOfToken(token);
      await run(ADD, { companyId, userId: id, tokenHash, address, userAgent, at });
    },

    async use(token: string, at: Date): Promise<Omit<Person, 'address'> | undefined> {
      const tokenHash = hashOfToken(token);
      const [person] = await run(USE, { tokenHash, ...liveSince(at), at });
      return person;
    },

    /** Does not count as use of the session. */
    async find(token: string, at: Date): Promise<Omit<Person, 'address'> | undefined> {
      const [person] = await run(FIND, { tokenHash: hashOfToken(token), ...liveSince(at) });
      return person;
    },

    async findEnded(asked: readonly SessionOf[], at: Date): Promise<ReadonlySet<number>> {
      const companyIds = asked.map(({ companyId }) => companyId);
      const ids = asked.map(({ sessionId }) => sessionId);
      const live = await run(FIND_LIVE, { companyIds, ids, ...liveSince(at) });
      const ended = new Set(ids);
      for (const { id } of live) ended.delete(id);
      return ended;
    },

    /** Returns how many ended; `except` is the id of a session to keep. */
    async endAllOf({ companyId, id }: Owner, except: number | null = null): Promise<number> {
      return (await run(END_ALL, { companyId, userId: id, except })).length;
    },

    listOf: ({ companyId, id }: Owner, at: Date): Promise<OwnSession[]> =>
      run(LIST, { companyId, userId: id, ...liveSince(at) }),

    /** Ends the least recently used sessions above the limit. */
    async endOldest({ companyId, id }: Owner): Promise<void> {
      await run(END_OLDEST, { companyId, userId: id });
    },

    async end(token: string): Promise<void> {
      await run(END, { tokenHash: hashOfToken(token) });
    },
  };
};

export type Sessions = ReturnType<typeof sessions>;
