import type { Supplier } from '../domain/supplier';
import type { Dependencies } from './dependencies';

/** @throws conflict when the company has a supplier of this name */
export const createSupplier =
  ({ transact }: Dependencies) =>
  (companyId: number, name: string): Promise<Supplier> =>
    transact(({ suppliers }) => suppliers.add(companyId, name));
