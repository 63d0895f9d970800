import { columnValues, createDeletion, createRun, statement } from '@svc/database';
import type { DataSource, EntityManager } from 'typeorm';
import type { Browser, Person } from '../domain/person';
import { getSessionCutoffs, type SessionCutoffs } from '../domain/session';
import type { UserKey } from '../domain/user';
import { hashToken } from './tokens';

export interface SessionKey {
  readonly companyId: number;
  readonly sessionId: number;
}

export interface OwnSession extends Browser {
  readonly id: number;
  readonly signedInAt: Date;
  readonly lastUsedAt: Date;
}

const MAX_SESSIONS_PER_USER = 100;

const ADD = statement<UserKey & Browser & { tokenHash: Buffer; at: Date }>()(
  'add_session',
  `insert into sessions ${columnValues({
    company_id: ':companyId',
    user_id: ':id',
    token_hash: ':tokenHash',
    address: ':address',
    user_agent: ':userAgent',
    signed_in_at: ':at',
    last_used_at: ':at',
  })}`,
);

// `greatest`: the clocks of replicas differ.
const USE = statement<SessionCutoffs & { tokenHash: Buffer; at: Date }, Omit<Person, 'address'>>()(
  'use_session',
  `with used as (
     update sessions set last_used_at = greatest(last_used_at, :at)
     where token_hash = :tokenHash and last_used_at > :usedAfter and signed_in_at > :signedInAfter
     returning id, company_id, user_id)
   select users.id as "userId", users.company_id as "companyId", name, email, role,
     used.id as "sessionId"
   from used join users on (users.company_id, users.id) = (used.company_id, used.user_id)`,
);

const FIND = statement<SessionCutoffs & { tokenHash: Buffer }, Omit<Person, 'address'>>()(
  'find_session',
  `select users.id as "userId", users.company_id as "companyId", name, email, role,
     sessions.id as "sessionId"
   from sessions join users
     on (users.company_id, users.id) = (sessions.company_id, sessions.user_id)
   where token_hash = :tokenHash and last_used_at > :usedAfter and signed_in_at > :signedInAfter`,
);

const FIND_LIVE = statement<
  SessionCutoffs & { companyIds: readonly number[]; ids: readonly number[] },
  { id: number }
>()(
  'find_live_sessions',
  `select id from unnest(:companyIds::bigint[], :ids::bigint[]) as given (company_id, id)
   join sessions using (company_id, id)
   where last_used_at > :usedAfter and signed_in_at > :signedInAfter`,
);

const END = statement<{ tokenHash: Buffer }>()(
  'end_session',
  'delete from sessions where token_hash = :tokenHash',
);

const END_ALL = statement<UserKey & { except: number | null }>()(
  'end_sessions',
  `delete from sessions
   where company_id = :companyId and user_id = :id and sessions.id is distinct from :except
   returning 1`,
);

const LIST = statement<UserKey & SessionCutoffs, OwnSession>()(
  'list_sessions',
  `select id, address, user_agent as "userAgent", signed_in_at as "signedInAt",
     last_used_at as "lastUsedAt"
   from sessions
   where company_id = :companyId and user_id = :id
     and last_used_at > :usedAfter and signed_in_at > :signedInAfter
   order by last_used_at desc, id desc limit ${MAX_SESSIONS_PER_USER}`,
);

const END_OLDEST = statement<UserKey>()(
  'end_oldest_sessions',
  `delete from sessions where (company_id, id) in (
     select company_id, id from sessions where company_id = :companyId and user_id = :id
     order by last_used_at desc, id desc offset ${MAX_SESSIONS_PER_USER})`,
);

export const deleteOldSessions = createDeletion({
  table: 'sessions',
  key: 'company_id, id',
  keptFor: { last_used_at: '12 hours', signed_in_at: '30 days' },
});

export const createSessions = (db: DataSource | EntityManager) => {
  const run = createRun(db);
  return {
    async add(user: UserKey, token: string, browser: Browser, at: Date): Promise<void> {
      await run(ADD, { ...user, ...browser, tokenHash: hashToken(token), at });
    },

    async use(token: string, at: Date): Promise<Omit<Person, 'address'> | undefined> {
      const tokenHash = hashToken(token);
      const [person] = await run(USE, { tokenHash, ...getSessionCutoffs(at), at });
      return person;
    },

    /** Does not count as use of the session. */
    async find(token: string, at: Date): Promise<Omit<Person, 'address'> | undefined> {
      const [person] = await run(FIND, { tokenHash: hashToken(token), ...getSessionCutoffs(at) });
      return person;
    },

    async findEnded(keys: readonly SessionKey[], at: Date): Promise<ReadonlySet<number>> {
      const companyIds = keys.map(({ companyId }) => companyId);
      const ids = keys.map(({ sessionId }) => sessionId);
      const live = await run(FIND_LIVE, { companyIds, ids, ...getSessionCutoffs(at) });
      const ended = new Set(ids);
      for (const { id } of live) ended.delete(id);
      return ended;
    },

    /** Returns how many ended; `except` is the id of a session to keep. */
    async endAll(user: UserKey, except: number | null = null): Promise<number> {
      return (await run(END_ALL, { ...user, except })).length;
    },

    list: (user: UserKey, at: Date): Promise<OwnSession[]> =>
      run(LIST, { ...user, ...getSessionCutoffs(at) }),

    /** Ends the least recently used sessions above the limit. */
    async endOldest(user: UserKey): Promise<void> {
      await run(END_OLDEST, user);
    },

    async end(token: string): Promise<void> {
      await run(END, { tokenHash: hashToken(token) });
    },
  };
};

export type Sessions = ReturnType<typeof createSessions>;
