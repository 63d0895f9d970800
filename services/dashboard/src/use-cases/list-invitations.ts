import type { Found } from '@svc/database';
import type { Page } from '@svc/kernel';
import type { Invitation } from '../domain/invitation';
import type { Dependencies } from './dependencies';

/** One page of the invitations whose link is still valid, the newest first, with the total. */
export const listInvitations =
  ({ invitations, now }: Dependencies) =>
  (companyId: number, page: Page): Promise<Found<Invitation>> =>
    invitations.list(companyId, page, now());
