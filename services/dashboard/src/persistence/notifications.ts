import {
  asJson,
  columnValues,
  createDeletion,
  readListPage,
  createRun,
  statement,
  type Json,
  type SqlCondition,
  type ListPage,
} from '@svc/database';
import type { Page } from '@svc/kernel';
import type { DataSource, EntityManager } from 'typeorm';
import type { Notice, NoticeAction, NoticeTarget } from '../domain/notice';
import type { UserKey } from '../domain/user';

export interface Notification extends Pick<Notice, 'title' | 'text' | 'mode'> {
  readonly id: number;
  readonly userId: number;
  readonly kind: string;
  readonly targetKind: NoticeTarget['kind'];
  readonly targetId: number;
  readonly actions: readonly NoticeAction[];
  /** How often it happened since it was last read. */
  readonly count: number;
  /** The newest time. */
  readonly createdAt: Date;
  readonly readAt: Date | null;
}

export interface NotificationFilter {
  readonly userId?: number;
  readonly isRead?: boolean;
}

const COLUMNS = `id, user_id as "userId", kind, title, text, target_kind as "targetKind",
  target_id as "targetId", mode, actions, count, created_at as "createdAt", read_at as "readAt"`;

interface NewNotification extends Pick<
  Notice,
  'companyId' | 'eventId' | 'kind' | 'title' | 'text' | 'mode'
> {
  readonly userId: number;
  readonly targetKind: string;
  readonly targetId: number;
  readonly actions: Json<readonly NoticeAction[]>;
  readonly at: Date;
}

/** The user's unread notice of this kind and target. */
const FIND_UNREAD = statement<
  Pick<NewNotification, 'companyId' | 'userId' | 'kind' | 'targetKind' | 'targetId' | 'mode'>,
  { id: number; eventId: string; count: number }
>()(
  'find_unread_notification',
  `select id, event_id as "eventId", count from notifications
   where company_id = :companyId and user_id = :userId and read_at is null and kind = :kind
     and target_kind = :targetKind and target_id = :targetId and mode is not distinct from :mode
   order by created_at desc limit 1`,
);

const REPEAT = statement<
  Pick<NewNotification, 'companyId' | 'eventId' | 'title' | 'text' | 'actions' | 'at'> & {
    readonly id: number;
  }
>()(
  'repeat_notification',
  `update notifications set event_id = :eventId, title = :title, text = :text,
     actions = :actions, count = count + 1, created_at = :at
   where company_id = :companyId and id = :id`,
);

const ADD = statement<NewNotification>()(
  'add_notification',
  `insert into notifications ${columnValues({
    company_id: ':companyId',
    user_id: ':userId',
    event_id: ':eventId',
    kind: ':kind',
    title: ':title',
    text: ':text',
    target_kind: ':targetKind',
    target_id: ':targetId',
    mode: ':mode',
    actions: ':actions',
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
  `select coalesce(sum(count), 0) as count from notifications
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
    /**
     * Counts up the user's unread notification of the same kind and target, or adds one. Does nothing
     * if the user already has one of this event.
     */
    async addOrRepeat(userId: number, notice: Notice, at: Date): Promise<void> {
      const { target, formatRepeated, isMailed: _isMailed, ...shown } = notice;
      const added = {
        ...shown,
        ...{ userId, targetKind: target.kind, targetId: target.id, at },
        actions: asJson(notice.actions),
      };
      const [unread] = await run(FIND_UNREAD, added);
      if (!unread) await run(ADD, added);
      else if (unread.eventId !== notice.eventId) {
        await run(REPEAT, { ...added, id: unread.id, title: formatRepeated(unread.count + 1) });
      }
    },

    async countSince(user: UserKey, since: Date): Promise<number> {
      return (await run(COUNT_SINCE, { ...user, since }))[0]?.count ?? 0;
    },

    list(
      companyId: number,
      { userId, isRead }: NotificationFilter,
      page: Page,
    ): Promise<ListPage<Notification>> {
      const where: SqlCondition[] = [];
      if (userId !== undefined) where.push(['notification.user_id = ?', userId]);
      if (isRead !== undefined) where.push([`read_at is ${isRead ? 'not null' : 'null'}`]);
      const list = {
        name: 'notifications',
        table: 'notifications notification',
        columns: COLUMNS,
        owner: { company_id: companyId },
        where,
        order: 'notification.created_at desc, notification.id desc',
      } as const;
      return readListPage<Notification>(run, list, page);
    },

    /** Without `userId`, the notification may be of any user of the company. */
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
