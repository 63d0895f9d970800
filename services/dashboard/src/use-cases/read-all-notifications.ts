import type { Person } from '../domain/person';
import type { Dependencies } from './dependencies';

/** Marks all of a person's notifications as read. Answers how many were not. */
export const readAllNotifications =
  ({ notifications, now }: Dependencies) =>
  ({ companyId, userId }: Person): Promise<number> =>
    notifications.markAllRead(companyId, userId, now());
