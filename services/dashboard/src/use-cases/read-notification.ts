import { DomainError } from '@svc/contracts';
import type { Notification } from '../persistence/notifications';
import type { Dependencies } from './dependencies';

/** Marks a notification as read; one that was read before keeps its time. */
export const readNotification =
  ({ notifications, now }: Dependencies) =>
  async (companyId: number, id: number): Promise<Notification> => {
    const notification = await notifications.markRead(companyId, id, now());
    if (!notification) throw new DomainError('not_found', 'Notification not found.');
    return notification;
  };
