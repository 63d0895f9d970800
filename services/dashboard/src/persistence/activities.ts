import {
  conditionsOn,
  deletionOf,
  listPage,
  runOn,
  statement,
  type Condition,
  type Found,
} from '@svc/database';
import type { Page } from '@svc/kernel';
import type { DataSource, EntityManager } from 'typeorm';
import type { ActivityKind } from '../../contract/activity';
import type { Activity } from '../domain/activity';

/** An activity as it was logged. */
export interface LoggedActivity extends Activity {
  readonly id: number;
  readonly at: Date;
}

export interface ActivityFilter {
  readonly userId: number | undefined;
  readonly kind: ActivityKind | undefined;
  /** Leaves what the operator's command line did. */
  readonly isOfOperator: boolean;
}

const ADD = statement<Activity & { at: Date }>()(
  'add_activity',
  `insert into activities (company_id, user_id, who, kind, what, address, created_at)
   values (:companyId, :userId, :who, :kind, :what, :address, :at)`,
);

export const deleteOldActivities = deletionOf({
  table: 'activities',
  key: 'company_id, id',
  keptFor: { created_at: '1 year' },
});

/** The log of what was done in the accounts of companies. */
export const activities = (db: DataSource | EntityManager) => {
  const run = runOn(db);
  return {
    async add(activity: Activity, at: Date): Promise<void> {
      await run(ADD, { ...activity, at });
    },

    /** One page, newest first, and how many the filter leaves in all. */
    list(
      companyId: number,
      { isOfOperator, ...filter }: ActivityFilter,
      page: Page,
    ): Promise<Found<LoggedActivity>> {
      const byOperator: Condition[] = isOfOperator ? [['activity.user_id is null']] : [];
      const list = {
        name: 'activities',
        table: 'activities activity',
        columns: `id, company_id as "companyId", user_id as "userId", who, kind, what, address,
          created_at as at`,
        of: { company_id: companyId },
        where: [
          ...byOperator,
          ...conditionsOn(filter, { userId: 'activity.user_id = ?', kind: 'activity.kind = ?' }),
        ],
        order: 'activity.created_at desc, activity.id desc',
      } as const;
      return listPage<LoggedActivity>(run, list, page);
    },
  };
};

export type Activities = ReturnType<typeof activities>;
