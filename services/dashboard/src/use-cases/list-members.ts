import type { Found } from '@svc/database';
import type { Page } from '@svc/kernel';
import type { Member } from '../persistence/members';
import type { Dependencies } from './dependencies';

/** One page of the people who run the company's account, the oldest first, with the total. */
export const listMembers =
  ({ members }: Dependencies) =>
  (companyId: number, page: Page): Promise<Found<Member>> =>
    members.list(companyId, page);
