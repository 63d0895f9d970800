import type { Supplier } from '../domain/supplier';
import type { Dependencies } from './dependencies';

/** @throws conflict when the company has a supplier of this name */
export const createSupplier =
  ({ transact }: Dependencies) =>
  (companyId: number, name: string): Promise<Supplier> =>
    transact(({ suppliers }) => suppliers.add(companyId, name));

/** @throws not_found; conflict when another one has the name */
export const renameSupplier =
  ({ transact }: Dependencies) =>
  (companyId: number, supplier: Supplier): Promise<Supplier> =>
    transact(({ suppliers }) => suppliers.rename(companyId, supplier));
