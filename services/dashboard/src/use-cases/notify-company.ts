import { formatMail, type CompanyMessage } from '../domain/message';
import type { UnitOfWork } from '../persistence/transaction';

const HOUR_MS = 3_600_000;
/**
 * Endless failures of an endpoint, or keys created in a loop, would otherwise mail every member
 * each time.
 */
const MAX_NOTIFICATIONS_PER_HOUR = 1_000;

export type NotifyOutcome = 'notified' | 'no users' | 'too many';

export const notifyCompany =
  ({ users, notifications, mails }: Pick<UnitOfWork, 'users' | 'notifications' | 'mails'>) =>
  async (message: CompanyMessage, at: Date): Promise<NotifyOutcome> => {
    const { companyId, eventId, kind, title, text } = message;
    const people = await users.listLocked(companyId);
    const [oldest] = people;
    if (!oldest) return 'no users';
    const since = new Date(at.getTime() - HOUR_MS);
    if ((await notifications.countSince(oldest, since)) >= MAX_NOTIFICATIONS_PER_HOUR)
      return 'too many';
    for (const user of people) {
      const { id: userId, email: recipient } = user;
      const body = formatMail(user, text);
      await notifications.add(userId, message, at);
      const mail = { companyId, userId, eventId, kind, recipient, subject: title, body };
      await mails.add(mail, at);
    }
    return 'notified';
  };
