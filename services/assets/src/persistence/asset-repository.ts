import { existing, type Caller, type DomainEvent } from '@svc/contracts';
import {
  columnsOf,
  columnValues,
  runOn,
  statement,
  takeExternalId,
  takeTurn,
  takeTurns,
  valuesByField,
  type Run,
} from '@svc/database';
import { APPEND_EVENTS, outboxColumns, outboxRow, type OutboxColumns } from '@svc/outbox';
import { IsNull, type EntityManager, type FindOptionsWhere } from 'typeorm';
import type { Asset } from '../domain/asset';
import { takeAssetNumbers, type AssetNumber } from './asset-numbers';
import { assetRow, assetTable, type AssetRow } from './asset-table';

const NEW_ASSET = columnValues(valuesByField(columnsOf(assetTable)));

const CREATION = columnValues({
  company_id: ':companyId',
  record_id: ':id',
  version: ':version',
  changed_at: ':createdAt',
  source: ':source',
  person_id: ':personId',
  changes: "'[]'",
});

// Asset, history and event in one statement, which is a transaction of its own.
const CREATE = statement<
  AssetRow & OutboxColumns & { source: string; personId: number | undefined }
>()(
  'create_asset',
  `with asset as (
     insert into assets ${NEW_ASSET}
   ), change as (
     insert into record_changes ${CREATION}
   )
   ${APPEND_EVENTS}`,
);

/** A new asset, what announces it, and who made it. */
export interface CreatedAsset {
  readonly asset: Asset;
  readonly created: DomainEvent;
  readonly author: Pick<Caller, 'actor' | 'personId'>;
}

/**
 * Writes a new asset with its history and what it announces, in a transaction or as one.
 *
 * @throws ExternalIdTaken when another asset has the external id
 */
export async function insertAsset(
  run: Run,
  { asset, created, author: { actor: source, personId } }: CreatedAsset,
): Promise<void> {
  const events = outboxColumns([outboxRow('assets', created)]);
  await takeExternalId('assets', asset, () =>
    run(CREATE, { ...assetRow(asset), ...events, source, personId }),
  );
}

const FIND_SERIAL_NUMBERS = statement<{ companyId: number; serialNumbers: readonly string[] }>()(
  'find_serial_numbers',
  `select from assets
   where company_id = :companyId and serial_number = any(:serialNumbers) and deleted_at is null limit 1`,
);

const turnOf = (companyId: number, serialNumber: string): string =>
  `asset ${companyId} ${serialNumber}`;

/** Assets inside a transaction. */
export const assetRepository = (tx: EntityManager) => {
  const run = runOn(tx);
  const assets = tx.getRepository(assetTable);

  const lockWhere = (where: FindOptionsWhere<AssetRow>): Promise<Asset | null> =>
    assets.findOne({ where, order: { id: 'ASC' }, lock: { mode: 'pessimistic_write' } });

  return {
    /** The company's asset, as it is when no change depends on it. */
    find: async (companyId: number, id: number): Promise<Asset> =>
      existing(await assets.findOneBy({ companyId, id, deletedAt: IsNull() }), 'Asset'),

    /** The company's asset, locked until the transaction ends. */
    lock: async (companyId: number, id: number): Promise<Asset> =>
      existing(await lockWhere({ companyId, id, deletedAt: IsNull() }), 'Asset'),

    /** The company's asset, deleted or not, locked until the transaction ends. */
    lockIncludingDeleted: async (companyId: number, id: number): Promise<Asset> =>
      existing(await lockWhere({ companyId, id }), 'Asset'),

    /**
     * The company's oldest asset of this serial number, locked until the transaction ends.
     *
     * The number is locked too: of two that create the same asset at once, neither finds a row to
     * lock.
     */
    async lockBySerialNumber(companyId: number, serialNumber: string): Promise<Asset | null> {
      await takeTurn(tx, turnOf(companyId, serialNumber));
      return lockWhere({ companyId, serialNumber, deletedAt: IsNull() });
    },

    /** Whether the company has no asset of these serial numbers, which nobody else creates meanwhile. */
    async areNew(companyId: number, serialNumbers: readonly string[]): Promise<boolean> {
      await takeTurns(
        tx,
        serialNumbers.map((serialNumber) => turnOf(companyId, serialNumber)),
      );
      return (await run(FIND_SERIAL_NUMBERS, { companyId, serialNumbers })).length === 0;
    },

    nextNumbers: (companyId: number, count: number): Promise<AssetNumber[]> =>
      takeAssetNumbers(run, companyId, count),

    /** In one statement, as the counters of assets are locked in one order by each statement alone. */
    async addAll(all: readonly Asset[]): Promise<void> {
      await assets.insert(all.map(assetRow));
    },

    /** @throws ExternalIdTaken when another asset has the external id. */
    async save(asset: Asset): Promise<void> {
      const { companyId, id, ...row } = assetRow(asset);
      await takeExternalId('assets', asset, () => assets.update({ companyId, id }, row));
    },
  };
};

export type AssetRepository = ReturnType<typeof assetRepository>;
