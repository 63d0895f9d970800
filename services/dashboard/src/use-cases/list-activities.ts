import type { Page } from '@svc/kernel';
import type { ActivityFilter, LoggedActivity } from '../persistence/activities';
import type { Dependencies } from './dependencies';

/** One page of what was done in the company's account, newest first, with the total. */
export const listActivities =
  ({ activities }: Dependencies) =>
  (
    companyId: number,
    filter: ActivityFilter,
    page: Page,
  ): Promise<{ rows: LoggedActivity[]; total: number }> =>
    activities.list(companyId, filter, page);
