import type { Page } from '@svc/kernel';
import type {
  InventoryLocationAnswer,
  InventoryLocationsQuery,
  InventoryQuery,
  ItemAnswer,
  ListedSupplierAnswer,
  SupplierAnswer,
  SuppliersQuery,
  TransactionAnswer,
  TransactionsQuery,
} from '../../contract/inventory';
import { listFrom, pageQuery, type Listed } from './list-from';
import type { Asker, OwnerCall, Owners } from './owners';

/** A movement as the inventory context keeps it: it knows people by their ids alone. */
export interface LedgerEntry extends Omit<TransactionAnswer, 'who'> {
  readonly person_id: number | null;
}

const ITEMS = '/dashboard/items';
const LOCATIONS = '/dashboard/inventory-locations';
const SUPPLIERS = '/dashboard/suppliers';

/** Items with their stock, and where they are and come from, of which inventory is the owner. */
export const inventoryOf = (owners: Owners) => {
  const list = listFrom(owners, 'inventory');

  const ask = async <Data>(asker: Asker, call: OwnerCall): Promise<Data> =>
    (await owners.admin<Data>(asker, 'inventory', call)).data;

  return {
    list: (
      asker: Asker,
      { search, category, low_stock }: InventoryQuery,
      page: Page,
    ): Promise<Listed<ItemAnswer>> =>
      list(asker, ITEMS, { search, category, low_stock, ...pageQuery(page) }),

    /** @throws not_found */
    find: (asker: Asker, id: number): Promise<ItemAnswer> =>
      ask(asker, { method: 'GET', path: `${ITEMS}/${id}` }),

    /** @throws not_found */
    ledger: (
      asker: Asker,
      id: number,
      { type }: TransactionsQuery,
      page: Page,
    ): Promise<Listed<LedgerEntry>> =>
      list(asker, `${ITEMS}/${id}/transactions`, { type, ...pageQuery(page) }),

    /** `body` is checked by the owner. @throws what the API's adjustStock does; idempotency_key_reused */
    adjust: (asker: Asker, id: number, body: object): Promise<{ readonly new_quantity: number }> =>
      ask(asker, { method: 'POST', path: `${ITEMS}/${id}/adjust`, body }),

    /** The same of the API's transferStock. */
    transfer: (asker: Asker, body: object): Promise<object> =>
      ask(asker, { method: 'POST', path: '/dashboard/stock-transfers', body }),

    /** What items are filtered by. */
    categories: (asker: Asker): Promise<readonly string[]> =>
      ask(asker, { method: 'GET', path: '/dashboard/item-categories' }),

    locations: (
      asker: Asker,
      { search, type, active_only }: InventoryLocationsQuery,
      page: Page,
    ): Promise<Listed<InventoryLocationAnswer>> =>
      list(asker, LOCATIONS, { search, type, active_only, ...pageQuery(page) }),

    /** `body` is checked by the owner. @throws conflict for a name that is taken */
    createLocation: (asker: Asker, body: object): Promise<InventoryLocationAnswer> =>
      ask(asker, { method: 'POST', path: LOCATIONS, body }),

    /** The same; what `body` does not hold stays. @throws not_found */
    editLocation: (asker: Asker, id: number, body: object): Promise<InventoryLocationAnswer> =>
      ask(asker, { method: 'PATCH', path: `${LOCATIONS}/${id}`, body }),

    suppliers: (
      asker: Asker,
      { search }: SuppliersQuery,
      page: Page,
    ): Promise<Listed<ListedSupplierAnswer>> =>
      list(asker, SUPPLIERS, { search, ...pageQuery(page) }),

    /** @throws conflict for a name that is taken */
    createSupplier: (asker: Asker, body: object): Promise<SupplierAnswer> =>
      ask(asker, { method: 'POST', path: SUPPLIERS, body }),

    /** The same. @throws not_found */
    renameSupplier: (asker: Asker, id: number, body: object): Promise<SupplierAnswer> =>
      ask(asker, { method: 'PATCH', path: `${SUPPLIERS}/${id}`, body }),
  };
};

export type Inventory = ReturnType<typeof inventoryOf>;
