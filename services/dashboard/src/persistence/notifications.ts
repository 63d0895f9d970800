import {
  listPage,
  runOn,
  statement,
  type Condition,
  type Found,
  type NoValues,
} from '@svc/database';
import type { Page } from '@svc/kernel';
import type { Deleted } from '@svc/outbox';
import type { DataSource, EntityManager } from 'typeorm';
import type { Message } from '../domain/message';

/** A message as the dashboard shows it to one user. */
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

const ADD = statement<{
  companyId: number;
  userId: number;
  eventId: string;
  kind: string;
  title: string;
  text: string;
  at: Date;
}>()(
  'add_notification',
  `insert into notifications (company_id, user_id, event_id, kind, title, text, created_at)
   values (:companyId, :userId, :eventId, :kind, :title, :text, :at) on conflict do nothing`,
);

const MARK_READ = statement<{ companyId: number; id: number; at: Date }, Notification>()(
  'mark_notification_read',
  `update notifications set read_at = coalesce(read_at, :at)
   where company_id = :companyId and id = :id returning ${COLUMNS}`,
);

/** Who reads them was told three months ago, and by e-mail as well. */
export const deleteOldNotifications = statement<NoValues, Deleted>()(
  'delete_old_notifications',
  `with gone as (
     delete from notifications where created_at < now() - interval '90 days' returning 1)
   select count(*) as deleted from gone`,
);

/** What users are told in the dashboard. */
export const notifications = (db: DataSource | EntityManager) => {
  const run = runOn(db);
  return {
    /** A user who was told of the event is not told again. */
    async add(userId: number, message: Message, at: Date): Promise<void> {
      const { companyId, eventId, kind, title, text } = message;
      await run(ADD, { companyId, userId, eventId, kind, title, text, at });
    },

    /** One page, newest first, and how many the filter leaves in all. */
    list(
      companyId: number,
      { userId, isRead }: NotificationFilter,
      page: Page,
    ): Promise<Found<Notification>> {
      const where: Condition[] = [];
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
      return listPage<Notification>(run, list, page);
    },

    /** The notification, read from now on if it was not before. */
    async markRead(companyId: number, id: number, at: Date): Promise<Notification | undefined> {
      const [notification] = await run(MARK_READ, { companyId, id, at });
      return notification;
    },
  };
};

export type Notifications = ReturnType<typeof notifications>;
