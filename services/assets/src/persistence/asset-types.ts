import {
  matchTerm,
  readListPage,
  statement,
  toConditions,
  type ListPage,
  type Run,
} from '@svc/database';
import type { Page } from '@svc/kernel';
import { textKey, type ApplyOutcome } from '@svc/contracts';

export interface AssetType {
  readonly id: number;
  readonly assetTypeName: string;
}

export interface AssetTypeFilter {
  readonly id?: number | undefined;
  /** Part of the name. */
  readonly search?: string | undefined;
}

export const createAssetTypeReads = (run: Run) => ({
  list: (
    companyId: number,
    { search, id }: AssetTypeFilter,
    page: Page,
  ): Promise<ListPage<AssetType>> =>
    readListPage(
      run,
      {
        name: 'asset_types',
        table: 'asset_types type',
        columns: 'type.id, type.name as "assetTypeName"',
        owner: { company_id: companyId },
        where: toConditions({ id }, { id: 'type.id = ?' }),
        search: matchTerm('type.name_key', search),
        order: 'type.name_key',
      },
      page,
    ),
});

const ADD = statement<{ companyId: number; name: string; key: string }, { id: number }>()(
  'add_asset_type',
  `insert into asset_types (company_id, name, name_key) values (:companyId, :name, :key)
   on conflict (company_id, name_key) do nothing
   returning id`,
);

const RENAME = statement<{ companyId: number; name: string; key: string }, { id: number }>()(
  'rename_asset_type',
  `update asset_types set name = :name
   where company_id = :companyId and name_key = :key and name <> :name
   returning id`,
);

const FIND = statement<{ companyId: number; key: string }, { id: number }>()(
  'find_asset_type',
  'select id from asset_types where company_id = :companyId and name_key = :key',
);

export interface SavedAssetType {
  readonly id: number;
  readonly outcome: ApplyOutcome;
}

export const createAssetTypeRepository = (run: Run) => ({
  async save(companyId: number, name: string): Promise<SavedAssetType> {
    const key = textKey(name);
    const [added] = await run(ADD, { companyId, name, key });
    if (added) return { id: added.id, outcome: 'created' };
    const [renamed] = await run(RENAME, { companyId, name, key });
    if (renamed) return { id: renamed.id, outcome: 'changed' };
    const [known] = await run(FIND, { companyId, key });
    if (!known) throw new Error('An asset type is neither new nor known.');
    return { id: known.id, outcome: 'unchanged' };
  },
});
