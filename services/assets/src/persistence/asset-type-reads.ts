import { toConditions, matchTerm, readListPage, type Found, type Run } from '@svc/database';
import type { Page } from '@svc/kernel';

export interface AssetType {
  readonly id: number;
  readonly assetTypeName: string;
}

export interface AssetTypeFilter {
  readonly id?: number | undefined;
  /** Part of the name. */
  readonly search?: string | undefined;
}

export const assetTypeReads = (run: Run) => ({
  list: (
    companyId: number,
    { search, id }: AssetTypeFilter,
    page: Page,
  ): Promise<Found<AssetType>> =>
    readListPage(
      run,
      {
        name: 'asset_types',
        table: 'asset_types type',
        columns: 'type.id, type.name as "assetTypeName"',
        of: { company_id: companyId },
        where: toConditions({ id }, { id: 'type.id = ?' }),
        search: matchTerm('type.name_key', search),
        order: 'type.name_key',
      },
      page,
    ),
});

export type AssetTypeReads = ReturnType<typeof assetTypeReads>;
