import { newEventId } from '@svc/outbox';
import type { AccountMessage } from '../domain/account-messages';
import { formatMail } from '../domain/message';
import type { User } from '../domain/user';
import type { UnitOfWork } from '../persistence/transaction';

export async function mailUser(
  { mails }: Pick<UnitOfWork, 'mails'>,
  user: Pick<User, 'companyId' | 'id' | 'email' | 'name' | 'role'>,
  { kind, title: subject, text }: AccountMessage,
  at: Date,
): Promise<void> {
  const { companyId, id: userId, email: recipient } = user;
  const body = formatMail(user, text);
  const mail = { companyId, userId, eventId: newEventId(), kind, recipient, subject, body };
  await mails.add(mail, at);
}
