import { requireFound } from '@svc/contracts';
import type { Person } from '../domain/person';
import type { Notification } from '../persistence/notifications';
import type { Dependencies } from './dependencies';

/** Without `userId`: all users of the company, for the operator. */
export interface Readers {
  readonly companyId: number;
  readonly userId?: number;
}

export const readNotification =
  ({ notifications, onNotificationsChanged, now }: Dependencies) =>
  async (readers: Readers, id: number): Promise<Notification> => {
    const notification = requireFound(
      await notifications.markRead(readers, id, now()),
      'Notification',
    );
    onNotificationsChanged(readers.companyId);
    return notification;
  };

/** Returns how many were unread. */
export const readAllNotifications =
  ({ notifications, onNotificationsChanged, now }: Dependencies) =>
  async ({ companyId, userId }: Person): Promise<number> => {
    const read = await notifications.markAllRead(companyId, userId, now());
    onNotificationsChanged(companyId);
    return read;
  };
