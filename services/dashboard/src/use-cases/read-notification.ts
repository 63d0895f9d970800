import { existing } from '@svc/contracts';
import type { Notification } from '../persistence/notifications';
import type { Dependencies } from './dependencies';

/** Whose notifications: one user's, or those of all of a company's users, for the operator. */
export interface Readers {
  readonly companyId: number;
  readonly userId?: number;
}

/** Marks a notification as read; one that was read before keeps its time. */
export const readNotification =
  ({ notifications, notified, now }: Dependencies) =>
  async (readers: Readers, id: number): Promise<Notification> => {
    const notification = existing(await notifications.markRead(readers, id, now()), 'Notification');
    notified(readers.companyId);
    return notification;
  };
