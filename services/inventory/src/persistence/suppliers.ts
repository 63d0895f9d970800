import { matchTerm, readListPage, statement, type ListPage, type Run } from '@svc/database';
import type { Page } from '@svc/kernel';
import { invalidField, requireFound, textKey, type ApplyOutcome } from '@svc/contracts';
import { nameTaken } from '../domain/name-taken';
import { refuseDuplicates } from './refuse-duplicates';

export interface Supplier {
  readonly id: number;
  readonly supplierName: string;
}

export interface ListedSupplier extends Supplier {
  readonly itemCount: number;
}

const NAME = 'record.name_key';

export const createSupplierReads = (run: Run) => ({
  list: (
    companyId: number,
    search: string | undefined,
    page: Page,
  ): Promise<ListPage<ListedSupplier>> =>
    readListPage(
      run,
      {
        name: 'suppliers',
        table: 'suppliers record',
        columns: `record.id, record.name as "supplierName", (
          select count(*) from items item
          where item.company_id = record.company_id and item.supplier_id = record.id
        ) as "itemCount"`,
        owner: { company_id: companyId },
        where: [],
        search: matchTerm(NAME, search),
        order: NAME,
      },
      page,
    ),
});

const ADD = statement<{ companyId: number; name: string; key: string }, { id: number }>()(
  'add_supplier',
  `insert into suppliers (company_id, name, name_key) values (:companyId, :name, :key)
   on conflict (company_id, name_key) do nothing
   returning id`,
);

const RENAME = statement<{ companyId: number; key: string } & Supplier, { id: number }>()(
  'rename_supplier',
  `update suppliers set name = :supplierName, name_key = :key
   where company_id = :companyId and id = :id returning id`,
);

const FIND_BY_NAME = statement<{ companyId: number; key: string }, Supplier>()(
  'find_supplier_by_name',
  `select id, name as "supplierName" from suppliers
   where company_id = :companyId and name_key = :key`,
);

const FIND = statement<{ companyId: number; id: number }>()(
  'find_supplier',
  'select from suppliers where company_id = :companyId and id = :id',
);

export const createSupplierRepository = (run: Run) => {
  /** @throws conflict when another supplier has the name */
  async function rename(companyId: number, supplier: Supplier): Promise<Supplier> {
    const { supplierName } = supplier;
    const [renamed] = await refuseDuplicates(
      'suppliers_name_key',
      () => nameTaken('supplier', supplierName),
      () => run(RENAME, { companyId, ...supplier, key: textKey(supplierName) }),
    );
    requireFound(renamed, 'Supplier');
    return supplier;
  }

  return {
    /** Null is no supplier. */
    async require(companyId: number, id: number | null): Promise<void> {
      if (id === null || (await run(FIND, { companyId, id })).length > 0) return;
      throw invalidField('supplier_id', 'supplier_id is not a supplier of the company.');
    },

    async add(companyId: number, name: string): Promise<Supplier> {
      const [added] = await run(ADD, { companyId, name, key: textKey(name) });
      if (!added) throw nameTaken('supplier', name);
      return { id: added.id, supplierName: name };
    },

    rename,

    async save(companyId: number, name: string): Promise<{ id: number; outcome: ApplyOutcome }> {
      const key = textKey(name);
      const [added] = await run(ADD, { companyId, name, key });
      if (added) return { id: added.id, outcome: 'created' };
      const [known] = await run(FIND_BY_NAME, { companyId, key });
      if (!known) throw new Error('A supplier is neither new nor known.');
      if (known.supplierName === name) return { id: known.id, outcome: 'unchanged' };
      await rename(companyId, { id: known.id, supplierName: name });
      return { id: known.id, outcome: 'changed' };
    },
  };
};
