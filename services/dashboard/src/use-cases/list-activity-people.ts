import type { KnownPerson } from '../persistence/members';
import type { Dependencies } from './dependencies';

/** Everybody who may have done something in the company's account, by name. */
export const listActivityPeople =
  ({ members }: Dependencies) =>
  (companyId: number): Promise<KnownPerson[]> =>
    members.known(companyId);
