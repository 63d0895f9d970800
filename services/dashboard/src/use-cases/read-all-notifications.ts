import type { Person } from '../domain/person';
import type { Dependencies } from './dependencies';

/** Marks all of a person's notifications as read. Answers how many were not. */
export const readAllNotifications =
  ({ notifications, notified, now }: Dependencies) =>
  async ({ companyId, userId }: Person): Promise<number> => {
    const read = await notifications.markAllRead(companyId, userId, now());
    notified(companyId);
    return read;
  };
