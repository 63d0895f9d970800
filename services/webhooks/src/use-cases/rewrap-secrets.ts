import type { Caller } from '@svc/contracts';
import type { Resealed } from '@svc/database';
import type { Dependencies } from './dependencies';

/** Seals the signing secrets of a company once more, with the first value of ENCRYPTION_KEY; repeatable. */
export const rewrapSecrets =
  ({ resealSecrets }: Dependencies) =>
  ({ companyId }: Caller): Promise<Resealed> =>
    resealSecrets(companyId);
