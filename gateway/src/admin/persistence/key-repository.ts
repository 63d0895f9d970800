import { DomainError } from '@svc/contracts';
import { takeTurn } from '@svc/database';
import type { DataSource, EntityManager } from 'typeorm';
import { keyTable } from '../../persistence/key-table';
import type { KeyRecord, NewKey } from '../domain/api-key';

/** Reads of keys that need no transaction. */
export interface KeyReads {
  /** The company's keys, revoked ones too, the oldest first. */
  list(companyId: number): Promise<KeyRecord[]>;
}

/** A key that is addressed by its id. */
export interface KeyAddress {
  readonly id: number;
  /** Where given, the keys of other companies do not exist. */
  readonly companyId?: number;
}

export interface KeyRepository extends KeyReads {
  /** Makes other transactions wait that would create or change keys of the company by name. */
  lockNames(companyId: number): Promise<void>;
  /** The company's keys of this name, the oldest first. */
  named(companyId: number, name: string): Promise<KeyRecord[]>;
  /** @throws not_found */
  lock(key: KeyAddress): Promise<KeyRecord>;
  add(key: NewKey): Promise<KeyRecord>;
  update(key: KeyRecord): Promise<void>;
}

export const keyReads = (db: Pick<DataSource | EntityManager, 'getRepository'>): KeyReads => ({
  list: (companyId) =>
    db.getRepository(keyTable).find({ where: { companyId }, order: { id: 'ASC' } }),
});

export const keyRepository = (tx: EntityManager): KeyRepository => ({
  ...keyReads(tx),
  lockNames: (companyId) => takeTurn(tx, `keys of company ${companyId}`),

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
