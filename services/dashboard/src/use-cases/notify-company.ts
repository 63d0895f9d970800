import { mailText, type Message } from '../domain/message';
import type { UnitOfWork } from '../persistence/transaction';

const HOUR_MS = 3_600_000;
/**
 * Endless failures of an endpoint, or keys created in a loop, would otherwise mail every member
 * each time.
 */
const MOST_IN_AN_HOUR = 1_000;

export type Told = 'told' | 'nobody to tell' | 'too often';

export const notifyCompany =
  ({ users, notifications, mails }: Pick<UnitOfWork, 'users' | 'notifications' | 'mails'>) =>
  async (message: Message, at: Date): Promise<Told> => {
    const { companyId, eventId, kind, title, text } = message;
    const people = await users.listKept(companyId);
    const [oldest] = people;
    if (!oldest) return 'nobody to tell';
    const since = new Date(at.getTime() - HOUR_MS);
    if ((await notifications.countSince(oldest, since)) >= MOST_IN_AN_HOUR) return 'too often';
    for (const user of people) {
      const { id: userId, email: recipient } = user;
      const body = mailText(user, text);
      await notifications.add(userId, message, at);
      const mail = { companyId, userId, eventId, kind, recipient, subject: title, body };
      await mails.add(mail, at);
    }
    return 'told';
  };
