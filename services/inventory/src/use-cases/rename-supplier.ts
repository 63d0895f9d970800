import type { Supplier } from '../domain/supplier';
import type { Dependencies } from './dependencies';

/** @throws not_found; conflict when another one has the name */
export const renameSupplier =
  ({ transact }: Dependencies) =>
  (companyId: number, supplier: Supplier): Promise<Supplier> =>
    transact(({ suppliers }) => suppliers.rename(companyId, supplier));
