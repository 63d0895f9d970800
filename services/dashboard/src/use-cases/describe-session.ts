import type { Person } from '../domain/person';
import type { Dependencies } from './dependencies';

/** What a page has to know of the person who looks at it, beside the person and the company. */
export const describeSession =
  ({ notifications, twoSteps }: Dependencies) =>
  async ({ companyId, userId }: Person): Promise<{ unread: number; twoStep: boolean }> => ({
    unread: await notifications.countUnread(companyId, userId),
    twoStep: Boolean((await twoSteps.find({ companyId, id: userId }))?.onSince),
  });
