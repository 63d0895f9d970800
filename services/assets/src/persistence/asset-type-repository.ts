import type { Outcome } from '@svc/contracts';
import { runOn, statement } from '@svc/database';
import type { EntityManager } from 'typeorm';

const ADD = statement<{ companyId: number; name: string }, { id: number }>()(
  'add_asset_type',
  `insert into asset_types (company_id, name) values (:companyId, :name)
   on conflict (company_id, lower(name)) do nothing
   returning id`,
);

const RENAME = statement<{ companyId: number; name: string }, { id: number }>()(
  'rename_asset_type',
  `update asset_types set name = :name
   where company_id = :companyId and lower(name) = lower(:name) and name <> :name
   returning id`,
);

const FIND = statement<{ companyId: number; name: string }, { id: number }>()(
  'find_asset_type',
  'select id from asset_types where company_id = :companyId and lower(name) = lower(:name)',
);

/** The kinds of assets of a company, told apart by name without regard to case. */
export const assetTypeRepository = (tx: EntityManager) => {
  const run = runOn(tx);
  return {
    /** The type of this name, which is created, or spelt as given now. */
    async save(companyId: number, name: string): Promise<{ id: number; outcome: Outcome }> {
      const [added] = await run(ADD, { companyId, name });
      if (added) return { id: added.id, outcome: 'created' };
      const [renamed] = await run(RENAME, { companyId, name });
      if (renamed) return { id: renamed.id, outcome: 'changed' };
      const [known] = await run(FIND, { companyId, name });
      if (!known) throw new Error('An asset type is neither new nor known.');
      return { id: known.id, outcome: 'unchanged' };
    },
  };
};

export type AssetTypeRepository = ReturnType<typeof assetTypeRepository>;
