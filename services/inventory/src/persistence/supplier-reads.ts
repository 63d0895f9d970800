import { matchTerm, readListPage, type Found, type Run } from '@svc/database';
import type { Page } from '@svc/kernel';
import type { Supplier } from '../domain/supplier';

export interface ListedSupplier extends Supplier {
  readonly itemCount: number;
}

const NAME = 'record.name_key';

export const supplierReads = (run: Run) => ({
  list: (
    companyId: number,
    search: string | undefined,
    page: Page,
  ): Promise<Found<ListedSupplier>> =>
    readListPage(
      run,
      {
        name: 'suppliers',
        table: 'suppliers record',
        columns: `record.id, record.name as "supplierName", (
          select count(*) from items item
          where item.company_id = record.company_id and item.supplier_id = record.id
        ) as "itemCount"`,
        of: { company_id: companyId },
        where: [],
        search: matchTerm(NAME, search),
        order: NAME,
      },
      page,
    ),
});

export type SupplierReads = ReturnType<typeof supplierReads>;
