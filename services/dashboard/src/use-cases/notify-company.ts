import type { Message } from '../domain/message';
import type { User } from '../domain/user';
import type { UnitOfWork } from '../persistence/transaction';

/** Adds a notification and a mail for each user of a company. Answers how many users it has. */
export async function notifyCompany(
  { users, notifications, mails }: UnitOfWork,
  message: Message,
  at: Date,
): Promise<number> {
  const { companyId, eventId, title } = message;
  const people = await users.list(companyId);
  for (const user of people) {
    const { id: userId, email: recipient } = user;
    const body = mailText(user, message);
    await notifications.add(userId, message, at);
    await mails.add({ companyId, userId, eventId, recipient, subject: title, body }, at);
  }
  return people.length;
}

const mailText = ({ name, role }: User, { text }: Message): string =>
  `Hello ${name},\n\n${text}\n\nYou get this e-mail as ${role} of the account.\n`;
