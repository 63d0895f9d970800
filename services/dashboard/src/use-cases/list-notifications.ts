import type { Page } from '@svc/kernel';
import type { Notification, NotificationFilter } from '../persistence/notifications';
import type { Dependencies } from './dependencies';

/** One page of what the company's users were told, newest first, with the total. */
export const listNotifications =
  ({ notifications }: Dependencies) =>
  (
    companyId: number,
    filter: NotificationFilter,
    page: Page,
  ): Promise<{ rows: Notification[]; total: number }> =>
    notifications.list(companyId, filter, page);
