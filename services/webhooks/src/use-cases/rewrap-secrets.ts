import type { Caller } from '@svc/contracts';
import type { Resealed } from '@svc/database';
import type { Dependencies } from './dependencies';

/** Encrypts the signing secrets of a company with the first value of ENCRYPTION_KEY; repeatable. */
export const rewrapSecrets =
  ({ resealSecrets }: Dependencies) =>
  ({ companyId }: Caller): Promise<Resealed> =>
    resealSecrets(companyId);
