import { mailText, type Message } from '../domain/message';
import type { UnitOfWork } from '../persistence/transaction';

/** Adds a notification and a mail for each user of a company. Answers how many users it has. */
export async function notifyCompany(
  { users, notifications, mails }: UnitOfWork,
  message: Message,
  at: Date,
): Promise<number> {
  const { companyId, eventId, kind, title, text } = message;
  const people = await users.listKept(companyId);
  for (const user of people) {
    const { id: userId, email: recipient } = user;
    const body = mailText(user, text);
    await notifications.add(userId, message, at);
    const mail = { companyId, userId, eventId, kind, recipient, subject: title, body };
    await mails.add(mail, at);
  }
  return people.length;
}
