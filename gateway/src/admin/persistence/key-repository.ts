import { DomainError, effectiveScopes, type KeyRights, type Mode } from '@svc/contracts';
import {
  readListPage,
  createRun,
  statement,
  lockName,
  toConditions,
  type ListPage,
  type ListSource,
} from '@svc/database';
import type { Page } from '@svc/kernel';
import type { DataSource, EntityManager } from 'typeorm';
import { keyTable } from '../../persistence/key-table';
import type { KeyRecord, KeyToExpire, NewKey } from '../domain/api-key';

export type NamedKey = Pick<KeyRecord, 'id' | 'name'>;

export type KeysToName = { readonly ids: readonly number[] } | { readonly mode: Mode };

export interface KeyFilter {
  readonly id?: number | undefined;
}

export interface KeyReads {
  /** Includes revoked keys; oldest first. */
  list(companyId: number): Promise<KeyRecord[]>;
  /** Live keys, newest first. */
  listLivePage(companyId: number, filter: KeyFilter, page: Page): Promise<ListPage<KeyRecord>>;
  /** Includes revoked keys; newest first. */
  listNames(companyId: number, keys: KeysToName): Promise<NamedKey[]>;
  /** Live keys of any company. */
  listRights(ids: readonly number[], at: Date): Promise<KeyRights[]>;
  /** At most a hundred keys that have expired and are not revoked. */
  findExpired(at: Date): Promise<KeyReference[]>;
}

export interface KeyReference {
  readonly id: number;
  /** If present, keys of other companies do not exist. */
  readonly companyId?: number;
}

export interface KeyRepository extends KeyReads {
  /** Serializes transactions that create or change the company's keys by name. */
  lockNames(companyId: number): Promise<void>;
  listByName(companyId: number, name: string): Promise<KeyRecord[]>;
  /** @throws not_found */
  lock(key: KeyReference): Promise<KeyRecord>;
  add(key: NewKey): Promise<KeyRecord>;
  update(key: KeyRecord): Promise<void>;
  /** Notes at most a hundred keys that expire until then, each once for an expiry. */
  noteExpiring(at: Date, until: Date): Promise<KeyToExpire[]>;
}

const COLUMNS = `key.id, key.company_id as "companyId", key.name, key.mode, key.hash, key.last4, key.scopes,
  key.ip_allowlist as "ipAllowlist", key.version, key.created_at as "createdAt",
  key.last_used_at as "lastUsedAt", key.revoked_at as "revokedAt", key.expires_at as "expiresAt",
  key.announced_expiry as "announcedExpiry"`;

const createLiveKeySource = (companyId: number, filter: KeyFilter): ListSource => ({
  name: 'live_keys',
  table: 'api_keys key',
  columns: COLUMNS,
  owner: { company_id: companyId },
  where: [['key.revoked_at is null'], ...toConditions(filter, { id: 'key.id = ?' })],
  order: 'key.id desc',
});

const MAX_NAMES = 1_000;

const NAMES = statement<
  { companyId: number; ids: readonly number[] | null; mode: Mode | null },
  NamedKey
>()(
  'names_of_keys',
  `select id, name from api_keys
   where company_id = :companyId and (id = any(:ids::bigint[]) or mode = :mode)
   order by id desc limit ${MAX_NAMES}`,
);

const RIGHTS = statement<{ ids: readonly number[]; at: Date }, KeyRights>()(
  'rights_of_keys',
  `select k.id as key_id, case k.mode when 'test' then c.sandbox_id else c.id end as company_id,
     k.scopes, c.plan, c.features
   from api_keys k join companies c on c.id = k.company_id
   where k.id = any(:ids::bigint[]) and k.revoked_at is null
     and (k.expires_at is null or k.expires_at > :at)`,
);

const MAX_KEYS_AT_ONCE = 100;

const EXPIRED = statement<{ at: Date }, KeyReference>()(
  'expired_keys',
  `select id, company_id as "companyId" from api_keys
   where revoked_at is null and expires_at <= :at
   order by expires_at limit ${MAX_KEYS_AT_ONCE}`,
);

const NOTE_EXPIRING = statement<{ at: Date; until: Date }, KeyToExpire>()(
  'note_expiring_keys',
  `update api_keys set announced_expiry = expires_at
   where id in (
     select id from api_keys
     where revoked_at is null and expires_at > :at and expires_at <= :until
       and announced_expiry is distinct from expires_at
     order by expires_at limit ${MAX_KEYS_AT_ONCE} for update skip locked)
   returning id, company_id as "companyId", name, mode, last4, version, expires_at as "expiresAt"`,
);

export function createKeyReads(db: DataSource | EntityManager): KeyReads {
  const run = createRun(db);
  return {
    list: (companyId) =>
      db.getRepository(keyTable).find({ where: { companyId }, order: { id: 'ASC' } }),
    listLivePage: (companyId, filter, page) =>
      readListPage<KeyRecord>(run, createLiveKeySource(companyId, filter), page),
    listNames: (companyId, keys) => run(NAMES, { companyId, ids: null, mode: null, ...keys }),
    async listRights(ids, at) {
      const rows = await run(RIGHTS, { ids, at });
      return rows.map((row) => ({ ...row, scopes: effectiveScopes(row.scopes) }));
    },
    findExpired: (at) => run(EXPIRED, { at }),
  };
}

export const createKeyRepository = (tx: EntityManager): KeyRepository => ({
  ...createKeyReads(tx),
  lockNames: (companyId) => lockName(tx, `keys of company ${companyId}`),

  listByName: (companyId, name) =>
    tx.getRepository(keyTable).find({ where: { companyId, name }, order: { id: 'ASC' } }),

  async lock({ id, companyId }) {
    const key = await tx.getRepository(keyTable).findOne({
      where: companyId === undefined ? { id } : { id, companyId },
      lock: { mode: 'pessimistic_write' },
    });
    if (!key) throw new DomainError('not_found', `There is no API key ${id}.`);
    return key;
  },

  add: (key) => tx.getRepository(keyTable).save(key),

  async update(key) {
    await tx.getRepository(keyTable).save(key);
  },

  noteExpiring: (at, until) => createRun(tx)(NOTE_EXPIRING, { at, until }),
});
