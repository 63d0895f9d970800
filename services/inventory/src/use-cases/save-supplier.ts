import type { Outcome } from '@svc/contracts';
import type { Dependencies } from './dependencies';

export interface SaveSupplier {
  readonly companyId: number;
  readonly name: string;
}

/** Creates the supplier of this name, or finds the one there is. */
export const saveSupplier =
  ({ transact }: Dependencies) =>
  ({ companyId, name }: SaveSupplier): Promise<{ id: number; outcome: Outcome }> =>
    transact(({ suppliers }) => suppliers.save(companyId, name));
