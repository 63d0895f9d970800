import {
  columnValues,
  createDeletion,
  readListPage,
  createRun,
  statement,
  type SqlCondition,
  type Found,
} from '@svc/database';
import type { Page } from '@svc/kernel';
import type { DataSource, EntityManager } from 'typeorm';
import type { CompanyMessage } from '../domain/message';
import type { UserKey } from '../domain/user';

export interface Notification {
  readonly id: number;
  readonly userId: number;
  readonly kind: string;
  readonly title: string;
  readonly text: string;
  readonly createdAt: Date;
  readonly readAt: Date | null;
}

export interface NotificationFilter {
  readonly userId?: number;
  readonly isRead?: boolean;
}

const COLUMNS = `id, user_id as "userId", kind, title, text, created_at as "createdAt",
  read_at as "readAt"`;

const ADD = statement<CompanyMessage & { userId: number; at: Date }>()(
  'add_notification',
  `insert into notifications ${columnValues({
    company_id: ':companyId',
    user_id: ':userId',
    event_id: ':eventId',
    kind: ':kind',
    title: ':title',
    text: ':text',
    created_at: ':at',
  })} on conflict do nothing`,
);

const MARK_READ = statement<
  { companyId: number; id: number; userId: number | null; at: Date },
  Notification
>()(
  'mark_notification_read',
  `update notifications set read_at = coalesce(read_at, :at)
   where company_id = :companyId and id = :id and user_id = coalesce(:userId, user_id)
   returning ${COLUMNS}`,
);

const MARK_ALL_READ = statement<
  { companyId: number; userId: number; at: Date },
  { read: number }
>()(
  'mark_all_notifications_read',
  `with marked as (
     update notifications set read_at = :at
     where company_id = :companyId and user_id = :userId and read_at is null returning 1)
   select count(*) as read from marked`,
);

const COUNT_UNREAD = statement<{ companyId: number; userId: number }, { unread: number }>()(
  'count_unread_notifications',
  `select count(*) as unread from notifications
   where company_id = :companyId and user_id = :userId and read_at is null`,
);

const COUNT_SINCE = statement<UserKey & { since: Date }, { count: number }>()(
  'count_notifications_since',
  `select count(*) as count from notifications
   where company_id = :companyId and user_id = :id and created_at > :since`,
);

export const deleteOldNotifications = createDeletion({
  table: 'notifications',
  key: 'company_id, id',
  keptFor: { created_at: '90 days' },
});

export const createNotifications = (db: DataSource | EntityManager) => {
  const run = createRun(db);
  return {
    /** Does nothing if the user has a notification of the event. */
    async add(userId: number, message: CompanyMessage, at: Date): Promise<void> {
      await run(ADD, { ...message, userId, at });
    },

    async countSince(user: UserKey, since: Date): Promise<number> {
      return (await run(COUNT_SINCE, { ...user, since }))[0]?.count ?? 0;
    },

    list(
      companyId: number,
      { userId, isRead }: NotificationFilter,
      page: Page,
    ): Promise<Found<Notification>> {
      const where: SqlCondition[] = [];
      if (userId !== undefined) where.push(['notification.user_id = ?', userId]);
      if (isRead !== undefined) where.push([`read_at is ${isRead ? 'not null' : 'null'}`]);
      const list = {
        name: 'notifications',
        table: 'notifications notification',
        columns: COLUMNS,
        of: { company_id: companyId },
        where,
        order: 'notification.created_at desc, notification.id desc',
      } as const;
      return readListPage<Notification>(run, list, page);
    },

    /** Marks it as read unless it was; without `userId` for any user of the company. */
    async markRead(
      { companyId, userId = null }: { readonly companyId: number; readonly userId?: number | null },
      id: number,
      at: Date,
    ): Promise<Notification | undefined> {
      const [notification] = await run(MARK_READ, { companyId, id, userId, at });
      return notification;
    },

    async markAllRead(companyId: number, userId: number, at: Date): Promise<number> {
      const [marked] = await run(MARK_ALL_READ, { companyId, userId, at });
      return marked?.read ?? 0;
    },

    async countUnread(companyId: number, userId: number): Promise<number> {
      const [counted] = await run(COUNT_UNREAD, { companyId, userId });
      return counted?.unread ?? 0;
    },
  };
};

export type Notifications = ReturnType<typeof createNotifications>;
