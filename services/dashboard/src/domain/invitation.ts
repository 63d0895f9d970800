import type { Role } from '../../contract/rights';
import { oneLine, type MessageText } from './message';

export interface Invitation {
  readonly id: number;
  readonly companyId: number;
  readonly email: string;
  readonly role: Role;
  readonly createdAt: Date;
}

const LIFE_MS = 7 * 24 * 3_600_000;

export const invitedAfter = (at: Date): Date => new Date(at.getTime() - LIFE_MS);

export const validUntil = ({ createdAt }: Pick<Invitation, 'createdAt'>): Date =>
  new Date(createdAt.getTime() + LIFE_MS);

/** The token is in the fragment, which browsers do not send to servers. */
export const invitationLink = (publicUrl: string, token: string): string =>
  `${publicUrl}/dashboard/accept-invitation#token=${token}`;

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
