import type { Audit } from '../persistence/ledger-audit';
import type { Dependencies } from './dependencies';

/** Proves that what is in stock is what the ledger says, or tells where it is not. */
export const reconcile =
  ({ auditLedger }: Dependencies) =>
  (companyId: number): Promise<Audit> =>
    auditLedger(companyId);
