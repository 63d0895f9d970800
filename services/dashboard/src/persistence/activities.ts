import {
  columnValues,
  toConditions,
  createDeletion,
  readListPage,
  createRun,
  statement,
  type SqlCondition,
  type ListPage,
} from '@svc/database';
import type { Page } from '@svc/kernel';
import type { DataSource, EntityManager } from 'typeorm';
import type { ActivityKind } from '../../contract/values';
import type { Activity } from '../domain/activity';
import type { UserKey } from '../domain/user';

export interface LoggedActivity extends Activity {
  readonly id: number;
  readonly at: Date;
}

export interface ActivityFilter {
  readonly userId: number | undefined;
  readonly kind: ActivityKind | undefined;
  readonly kinds?: readonly ActivityKind[];
  /** Selects the operator's entries. */
  readonly isOfOperator: boolean;
}

const ADD = statement<Activity & { at: Date }>()(
  'add_activity',
  `insert into activities ${columnValues({
    company_id: ':companyId',
    user_id: ':userId',
    who: ':who',
    kind: ':kind',
    what: ':what',
    address: ':address',
    created_at: ':at',
  })}`,
);

const OLDEST_SIGN_IN = statement<UserKey & { after: Date; atMost: number }, { at: Date }>()(
  'find_oldest_sign_in',
  `select created_at as at from activities
   where company_id = :companyId and user_id = :id and kind = 'sign_in' and created_at > :after
   order by created_at desc, id desc limit 1 offset :atMost - 1`,
);

export const deleteOldActivities = createDeletion({
  table: 'activities',
  key: 'company_id, id',
  keptFor: { created_at: '1 year' },
});

export const createActivityLog = (db: DataSource | EntityManager) => {
  const run = createRun(db);
  return {
    async add(activity: Activity, at: Date): Promise<void> {
      await run(ADD, { ...activity, at });
    },

    /** Time of the user's `atMost`-th last sign-in, if later than `after`. Lock the user before. */
    async findBlockingSignIn(
      user: UserKey,
      limit: { readonly after: Date; readonly atMost: number },
    ): Promise<Date | undefined> {
      return (await run(OLDEST_SIGN_IN, { ...user, ...limit }))[0]?.at;
    },

    list(
      companyId: number,
      { isOfOperator, ...filter }: ActivityFilter,
      page: Page,
    ): Promise<ListPage<LoggedActivity>> {
      const byOperator: SqlCondition[] = isOfOperator ? [['activity.user_id is null']] : [];
      const list = {
        name: 'activities',
        table: 'activities activity',
        columns: `id, company_id as "companyId", user_id as "userId", who, kind, what, address,
          created_at as at`,
        owner: { company_id: companyId },
        where: [
          ...byOperator,
          ...toConditions(filter, {
            userId: 'activity.user_id = ?',
            kind: 'activity.kind = ?',
            kinds: 'activity.kind = any(?::text[])',
          }),
        ],
        order: 'activity.created_at desc, activity.id desc',
      } as const;
      return readListPage<LoggedActivity>(run, list, page);
    },
  };
};

export type Activities = ReturnType<typeof createActivityLog>;
