import { runOn, statement } from '@svc/database';
import { offsetOf, type Page } from '@svc/kernel';
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

const ADD = statement(
  'add_notification',
  `insert into notifications (company_id, user_id, event_id, kind, title, text, created_at)
   values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing`,
);

const MARK_READ = statement(
  'mark_notification_read',
  `update notifications set read_at = coalesce(read_at, $3)
   where company_id = $1 and id = $2 returning ${COLUMNS}`,
);

/** Who reads them was told three months ago, and by e-mail as well. */
export const deleteOldNotifications = statement(
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
      await run(ADD, [companyId, userId, eventId, kind, title, text, at]);
    },

    /** One page, newest first, and how many the filter leaves in all. */
    async list(
      companyId: number,
      { userId, isRead }: NotificationFilter,
      page: Page,
    ): Promise<{ rows: Notification[]; total: number }> {
      const clauses = ['company_id = $1'];
      const values: unknown[] = [companyId];
      if (userId !== undefined) clauses.push(`user_id = $${values.push(userId)}`);
      if (isRead !== undefined) clauses.push(`read_at is ${isRead ? 'not null' : 'null'}`);
      const where = clauses.join(' and ');
      const count = statement(
        'count_notifications',
        `select count(*) as total from notifications where ${where}`,
      );
      const list = statement(
        'list_notifications',
        `select ${COLUMNS} from notifications where ${where} order by created_at desc, id desc
         limit $${values.length + 1} offset $${values.length + 2}`,
      );
      const [totals, rows] = await Promise.all([
        run<{ total: number }>(count, values),
        run<Notification>(list, [...values, page.perPage, offsetOf(page)]),
      ]);
      return { rows, total: totals[0]?.total ?? 0 };
    },

    /** The notification, read from now on if it was not before. */
    async markRead(companyId: number, id: number, at: Date): Promise<Notification | undefined> {
      const [notification] = await run<Notification>(MARK_READ, [companyId, id, at]);
      return notification;
    },
  };
};

export type Notifications = ReturnType<typeof notifications>;
