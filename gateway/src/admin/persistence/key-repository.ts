import { DomainError, effectiveScopes, type KeyRights, type Mode } from '@svc/contracts';
import {
  readListPage,
  createRun,
  statement,
  lockName,
  toConditions,
  type Found,
  type ListSource,
} from '@svc/database';
import type { Page } from '@svc/kernel';
import type { DataSource, EntityManager } from 'typeorm';
import { keyTable } from '../../persistence/key-table';
import type { KeyRecord, NewKey } from '../domain/api-key';

export type NamedKey = Pick<KeyRecord, 'id' | 'name'>;

export type KeysToName = { readonly ids: readonly number[] } | { readonly mode: Mode };

export interface KeyFilter {
  readonly id?: number | undefined;
}

export interface KeyReads {
  /** Includes revoked keys; oldest first. */
  list(companyId: number): Promise<KeyRecord[]>;
  /** Live keys, newest first. */
  page(companyId: number, filter: KeyFilter, page: Page): Promise<Found<KeyRecord>>;
  /** Includes revoked keys; newest first. */
  names(companyId: number, keys: KeysToName): Promise<NamedKey[]>;
  /** Live keys of any company. */
  rights(ids: readonly number[]): Promise<KeyRights[]>;
}

export interface KeyAddress {
  readonly id: number;
  /** If present, keys of other companies do not exist. */
  readonly companyId?: number;
}

export interface KeyRepository extends KeyReads {
  /** Serializes transactions that create or change the company's keys by name. */
  lockNames(companyId: number): Promise<void>;
  named(companyId: number, name: string): Promise<KeyRecord[]>;
  /** @throws not_found */
  lock(key: KeyAddress): Promise<KeyRecord>;
  add(key: NewKey): Promise<KeyRecord>;
  update(key: KeyRecord): Promise<void>;
}

const COLUMNS = `key.id, key.company_id as "companyId", key.name, key.mode, key.hash, key.last4, key.scopes,
  key.ip_allowlist as "ipAllowlist", key.version, key.created_at as "createdAt",
  key.last_used_at as "lastUsedAt", key.revoked_at as "revokedAt"`;

const liveKeysOf = (companyId: number, filter: KeyFilter): ListSource => ({
  name: 'live_keys',
  table: 'api_keys key',
  columns: COLUMNS,
  of: { company_id: companyId },
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

const RIGHTS = statement<{ ids: readonly number[] }, KeyRights>()(
  'rights_of_keys',
  `select k.id as key_id, case k.mode when 'test' then c.sandbox_id else c.id end as company_id,
     k.scopes, c.plan, c.features
   from api_keys k join companies c on c.id = k.company_id
   where k.id = any(:ids::bigint[]) and k.revoked_at is null`,
);

export function keyReads(db: DataSource | EntityManager): KeyReads {
  const run = createRun(db);
  return {
    list: (companyId) =>
      db.getRepository(keyTable).find({ where: { companyId }, order: { id: 'ASC' } }),
    page: (companyId, filter, page) =>
      readListPage<KeyRecord>(run, liveKeysOf(companyId, filter), page),
    names: (companyId, keys) => run(NAMES, { companyId, ids: null, mode: null, ...keys }),
    async rights(ids) {
      const rows = await run(RIGHTS, { ids });
      return rows.map((row) => ({ ...row, scopes: effectiveScopes(row.scopes) }));
    },
  };
}

export const keyRepository = (tx: EntityManager): KeyRepository => ({
  ...keyReads(tx),
  lockNames: (companyId) => lockName(tx, `keys of company ${companyId}`),

  named: (companyId, name) =>
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
});
