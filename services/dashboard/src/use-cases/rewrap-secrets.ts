import type { Caller } from '@svc/contracts';
import type { Resealed } from '@svc/database';
import type { Dependencies } from './dependencies';

/** Encrypts the two-step secrets of a company's users with the first value of ENCRYPTION_KEY; repeatable. */
export const rewrapSecrets =
  ({ resealTwoSteps }: Dependencies) =>
  ({ companyId }: Caller): Promise<Resealed> =>
    resealTwoSteps(companyId);
