import { listPage, textHolds, type Found, type Run } from '@svc/database';
import type { Page } from '@svc/kernel';

/** A kind of assets. */
export interface AssetType {
  readonly id: number;
  readonly name: string;
}

/** The questions that are asked of asset types outside a transaction. */
export const assetTypeReads = (run: Run) => ({
  /** One page of the company's types, by name; `search` is part of the name. */
  list: (
    companyId: number,
    { search }: { readonly search?: string | undefined },
    page: Page,
  ): Promise<Found<AssetType>> =>
    listPage(
      run,
      {
        name: 'asset_types',
        table: 'asset_types type',
        columns: 'type.id, type.name',
        of: { company_id: companyId },
        where: [],
        search:
          search === undefined
            ? undefined
            : textHolds(
                'lower(type.name collate pg_c_utf8)',
                [search],
                'lower(? collate pg_c_utf8)',
              ),
        order: 'lower(type.name), type.id',
      },
      page,
    ),
});

export type AssetTypeReads = ReturnType<typeof assetTypeReads>;
