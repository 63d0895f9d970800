import type { Outcome } from '@svc/contracts';
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
  `update asset_types set name = $2
   where company_id = $1 and lower(name) = lower($2) and name <> $2
   returning id`,
);

const FIND = statement(
  'find_asset_type',
  'select id from asset_types where company_id = $1 and lower(name) = lower($2)',
);

/** The kinds of assets of a company, told apart by name without regard to case. */
export const assetTypeRepository = (tx: EntityManager) => {
  const run = runOn(tx);
  return {
    /** The type of this name, which is created, or spelt as given now. */
    async save(companyId: number, name: string): Promise<{ id: number; outcome: Outcome }> {
      const [added] = await run<{ id: number }>(ADD, [companyId, name]);
      if (added) return { id: added.id, outcome: 'created' };
      const [renamed] = await run<{ id: number }>(RENAME, [companyId, name]);
      if (renamed) return { id: renamed.id, outcome: 'changed' };
      const [known] = await run<{ id: number }>(FIND, [companyId, name]);
      if (!known) throw new Error('An asset type is neither new nor known.');
      return { id: known.id, outcome: 'unchanged' };
    },
  };
};

export type AssetTypeRepository = ReturnType<typeof assetTypeRepository>;
