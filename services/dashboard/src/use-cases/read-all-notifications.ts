import type { Person } from '../domain/person';
import type { Dependencies } from './dependencies';

/** Returns how many were unread. */
export const readAllNotifications =
  ({ notifications, notified, now }: Dependencies) =>
  async ({ companyId, userId }: Person): Promise<number> => {
    const read = await notifications.markAllRead(companyId, userId, now());
    notified(companyId);
    return read;
  };
