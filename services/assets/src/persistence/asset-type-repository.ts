import { runOn, statement } from '@svc/database';
import type { EntityManager } from 'typeorm';

const ADD = statement(
  'add_asset_type',
  `insert into asset_types (company_id, name) values ($1, $2)
   on conflict (company_id, lower(name)) do nothing
   returning id`,
);

const RENAME = statement(
  'rename_asset_type',
  `update asset_types set name = $2 where company_id = $1 and lower(name) = lower($2)
   returning id`,
);

/** The kinds of assets of a company, told apart by name without regard to case. */
export const assetTypeRepository = (tx: EntityManager) => {
  const run = runOn(tx);
  return {
    /** The type of this name, which is created, or spelt as given now. */
    async save(companyId: number, name: string): Promise<{ id: number; isNew: boolean }> {
      const [added] = await run<{ id: number }>(ADD, [companyId, name]);
      if (added) return { id: added.id, isNew: true };
      const [known] = await run<{ id: number }>(RENAME, [companyId, name]);
      if (!known) throw new Error('An asset type is neither new nor known.');
      return { id: known.id, isNew: false };
    },
  };
};

export type AssetTypeRepository = ReturnType<typeof assetTypeRepository>;
