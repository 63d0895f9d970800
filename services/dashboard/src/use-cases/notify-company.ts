import { mayUse } from '../../contract/rights';
import { formatMail } from '../domain/message';
import type { Notice } from '../domain/notice';
import type { User } from '../domain/user';
import type { UnitOfWork } from '../persistence/transaction';

const HOUR_MS = 3_600_000;
/**
 * Endless failures of an endpoint, or keys created in a loop, would otherwise mail every member
 * each time.
 */
const MAX_NOTIFICATIONS_PER_HOUR = 1_000;

export type NotifyOutcome = 'notified' | 'no users' | 'too many';

export const notifyCompany =
  (
    { users, notifications, mails }: Pick<UnitOfWork, 'users' | 'notifications' | 'mails'>,
    publicUrl: string,
  ) =>
  async (notice: Notice, at: Date): Promise<NotifyOutcome> => {
    const members = await users.listLocked(notice.companyId);
    const people = members.filter(({ role }) => mayUse(role, notice.right));
    const [oldest] = people;
    if (!oldest) return 'no users';
    const since = new Date(at.getTime() - HOUR_MS);
    if ((await notifications.countSince(oldest, since)) >= MAX_NOTIFICATIONS_PER_HOUR)
      return 'too many';
    for (const user of people) {
      await notifications.addOrRepeat(user.id, notice, at);
      if (notice.isMailed) await mails.add(createNoticeMail(notice, user, publicUrl), at);
    }
    return 'notified';
  };

const createNoticeMail = (notice: Notice, user: User, publicUrl: string) => {
  const { companyId, eventId, kind, title, text } = notice;
  const { id: userId, email: recipient } = user;
  const body = formatMail(user, `${text}\n\n${formatLink(notice, publicUrl)}`);
  return { companyId, userId, eventId, kind, recipient, subject: title, body };
};

/** A link cannot turn test data on, but the page with the notice can. */
function formatLink({ actions: [{ name, path }], mode }: Notice, publicUrl: string): string {
  const pages = `${publicUrl}/dashboard`;
  return mode === 'test'
    ? `Open notifications: ${pages}/notifications`
    : `${name}: ${pages}${path}`;
}
