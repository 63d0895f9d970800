import type { Page } from '@svc/kernel';
import type {
  AssetAnswer,
  AssetsQuery,
  AssetTypeAnswer,
  AssetTypesQuery,
  ListedAssetAnswer,
  MeterAnswer,
  ReadingAnswer,
  ServiceRecordAnswer,
  TransferAnswer,
} from '../../contract/assets';
import type { HistoryEntry } from './history';
import { listFrom, pageQuery, type Listed } from './list-from';
import type { Asker, OwnerCall, Owners } from './owners';

const PATH = '/dashboard/assets';

/** Assets, their history and their meters, of which the assets context is the owner. */
export const assetsOf = (owners: Owners) => {
  const list = listFrom(owners, 'assets');

  const ask = async <Data>(asker: Asker, call: OwnerCall): Promise<Data> =>
    (await owners.admin<Data>(asker, 'assets', call)).data;

  const listOf =
    <Row>(part: string) =>
    (asker: Asker, id: number, page: Page): Promise<Listed<Row>> =>
      list(asker, `${PATH}/${id}/${part}`, pageQuery(page));

  return {
    list: (
      asker: Asker,
      { search, status, asset_type_id, deleted }: AssetsQuery,
      page: Page,
    ): Promise<Listed<ListedAssetAnswer>> =>
      list(asker, PATH, { search, status, asset_type_id, deleted, ...pageQuery(page) }),

    /** Deleted or not. @throws not_found */
    find: (asker: Asker, id: number): Promise<AssetAnswer> =>
      ask(asker, { method: 'GET', path: `${PATH}/${id}` }),

    // Of deleted assets, too; not_found where there is no such asset.
    history: listOf<HistoryEntry>('history'),
    serviceRecords: listOf<ServiceRecordAnswer>('service-records'),
    transfers: listOf<TransferAnswer>('transfers'),
    meters: listOf<MeterAnswer>('meters'),

    /** `body` is checked by the owner. @throws not_found; conflict for a name that is taken */
    addMeter: (asker: Asker, assetId: number, body: object): Promise<MeterAnswer> =>
      ask(asker, { method: 'POST', path: `${PATH}/${assetId}/meters`, body }),

    /** The same for the meter of an asset. */
    editMeter: (asker: Asker, meterId: number, body: object): Promise<MeterAnswer> =>
      ask(asker, { method: 'PUT', path: `/dashboard/meters/${meterId}`, body }),

    /** @throws not_found */
    readings: (asker: Asker, meterId: number, page: Page): Promise<Listed<ReadingAnswer>> =>
      list(asker, `/dashboard/meters/${meterId}/readings`, pageQuery(page)),

    types: (
      asker: Asker,
      { asset_type_id, search }: AssetTypesQuery,
      page: Page,
    ): Promise<Listed<AssetTypeAnswer>> =>
      list(asker, '/dashboard/asset-types', { asset_type_id, search, ...pageQuery(page) }),

    /** The type of this name, which is created where there is none. */
    async saveType(asker: Asker, name: string): Promise<AssetTypeAnswer> {
      const call = { method: 'PUT', path: '/asset-types', body: { name } } as const;
      const { asset_type_id } = await ask<Pick<AssetTypeAnswer, 'asset_type_id'>>(asker, call);
      return { asset_type_id, asset_type_name: name };
    },

    /** @throws not_found */
    async remove(asker: Asker, id: number): Promise<void> {
      await ask(asker, { method: 'POST', path: `/assets/${id}/delete`, body: {} });
    },

    /** @throws not_found */
    async restore(asker: Asker, id: number): Promise<void> {
      await ask(asker, { method: 'POST', path: `/assets/${id}/restore`, body: {} });
    },
  };
};

export type Assets = ReturnType<typeof assetsOf>;
