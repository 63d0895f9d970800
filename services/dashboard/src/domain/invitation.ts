import type { Role } from '../../contract/rights';
import { toOneLine, type MessageText } from './message';

export interface Invitation {
  readonly id: number;
  readonly companyId: number;
  readonly email: string;
  readonly role: Role;
  readonly createdAt: Date;
}

const LIFE_MS = 7 * 24 * 3_600_000;

export const getInvitationCutoff = (at: Date): Date => new Date(at.getTime() - LIFE_MS);

export const getInvitationExpiry = ({ createdAt }: Pick<Invitation, 'createdAt'>): Date =>
  new Date(createdAt.getTime() + LIFE_MS);

/** The token is in the fragment, which browsers do not send. */
export const createInvitationLink = (publicUrl: string, token: string): string =>
  `${publicUrl}/dashboard/accept-invitation#token=${token}`;

export const createInvitationMessage = (
  { link, role }: { readonly link: string; readonly role: Role },
  by: { readonly person: string; readonly company: string },
): MessageText => {
  const [person, company] = [toOneLine(by.person), toOneLine(by.company)];
  return {
    title: `${person} invited you to ${company}`,
    text: [
      'Hello,',
      `${person} invited you to manage the account of ${company} as ${role}. Choose your name and a password with this link. It works once, for 7 days:`,
      link,
      'If you did not expect this invitation, ignore this e-mail.\n',
    ].join('\n\n'),
  };
};
