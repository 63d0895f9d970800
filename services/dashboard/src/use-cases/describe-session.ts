import type { Person } from '../domain/person';
import type { Dependencies } from './dependencies';

export const describeSession =
  ({ notifications, twoSteps }: Dependencies) =>
  async ({ companyId, userId }: Person): Promise<{ unread: number; twoStep: boolean }> => ({
    unread: await notifications.countUnread(companyId, userId),
    twoStep: Boolean((await twoSteps.find({ companyId, id: userId }))?.onSince),
  });
