import type { ListPage } from '@svc/database';
import type { Page } from '@svc/kernel';
import { mayUse } from '../../contract/rights';
import { RECORD_ACTIVITY_KINDS } from '../../contract/values';
import type { Person } from '../domain/person';
import type { ActivityFilter, LoggedActivity } from '../persistence/activities';
import type { Dependencies } from './dependencies';

/** Without the right to the whole log, entries about records only, and no addresses of people. */
export const listActivities =
  ({ activities }: Dependencies) =>
  async (
    { companyId, role }: Person,
    filter: Omit<ActivityFilter, 'kinds'>,
    page: Page,
  ): Promise<ListPage<LoggedActivity>> => {
    if (mayUse(role, 'whole_activity')) return activities.list(companyId, filter, page);
    const aboutRecords = { ...filter, kinds: RECORD_ACTIVITY_KINDS };
    const { rows, total } = await activities.list(companyId, aboutRecords, page);
    return { rows: rows.map((row) => ({ ...row, address: null })), total };
  };
