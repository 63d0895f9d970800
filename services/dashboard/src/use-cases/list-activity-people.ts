import type { Found } from '@svc/database';
import type { Page } from '@svc/kernel';
import type { KnownFilter, KnownPerson } from '../persistence/members';
import type { Dependencies } from './dependencies';

/** One page of those who may have done something in the company's account, by name. */
export const listActivityPeople =
  ({ members }: Dependencies) =>
  (companyId: number, filter: KnownFilter, page: Page): Promise<Found<KnownPerson>> =>
    members.known(companyId, filter, page);
