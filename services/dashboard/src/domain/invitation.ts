import type { Role } from '../../contract/rights';
import { oneLine, type MessageText } from './message';

/** Somebody who was asked to become a user of the company. */
export interface Invitation {
  readonly id: number;
  readonly companyId: number;
  readonly email: string;
  readonly role: Role;
  /** When its link was mailed. */
  readonly createdAt: Date;
}

const LIFE_MS = 7 * 24 * 3_600_000;

/** An invitation that is valid at this time was mailed after this: it is for 7 days. */
export const invitedAfter = (at: Date): Date => new Date(at.getTime() - LIFE_MS);

export const validUntil = ({ createdAt }: Pick<Invitation, 'createdAt'>): Date =>
  new Date(createdAt.getTime() + LIFE_MS);

/** The page of an invitation. The token is behind a `#`, as in the link to another password. */
export const invitationLink = (publicUrl: string, token: string): string =>
  `${publicUrl}/dashboard/accept-invitation#token=${token}`;

/** What the mail says to somebody who may never have heard of the platform. */
export const invited = (
  { link, role }: { readonly link: string; readonly role: Role },
  by: { readonly person: string; readonly company: string },
): MessageText => {
  const [person, company] = [oneLine(by.person), oneLine(by.company)];
  return {
    title: `${person} invites you to ${company}`,
    text: [
      'Hello,',
      `${person} invites you to run the account of ${company} as ${role}. Here you choose your name and a password, within 7 days and once:`,
      link,
      'If you do not know what this is about, there is nothing to do: nothing happens without you.\n',
    ].join('\n\n'),
  };
};
