import { invalidField, type DomainError } from '@svc/contracts';
import { toClientKey } from '@svc/kernel';
import type { AcceptInvitationBody } from '../../contract/bodies';
import { createActivity } from '../domain/activity';
import { requireGoodPassword } from '../domain/password-rules';
import type { Browser } from '../domain/person';
import type { Dependencies } from './dependencies';

export interface AcceptInvitation extends AcceptInvitationBody {
  readonly browser: Browser;
}

const notValid = (): DomainError =>
  invalidField('token', 'This invitation is no longer valid. Ask for a new one.');

export const acceptInvitation =
  ({ transact, passwords, limitPerClient, now }: Dependencies) =>
  async ({ token, name, password, browser }: AcceptInvitation): Promise<void> => {
    const found = await limitPerClient(toClientKey(browser.address), () =>
      transact(({ invitations }) => invitations.find(token, now())),
    );
    if (!found) throw notValid();
    requireGoodPassword(password, found.email);
    const passwordHash = await passwords.hash(password);
    await transact(async (unit) => {
      const at = now();
      const invitation = await unit.invitations.take(found.companyId, token, at);
      // The address may have become a user's in the meantime.
      if (!invitation || (await unit.users.lockByEmail(invitation.email))) throw notValid();
      const { companyId, email, role } = invitation;
      const user = { companyId, email, name, role, passwordHash, createdAt: at, updatedAt: at };
      const userId = await unit.users.add(user);
      const who = { companyId, userId, name, address: browser.address };
      const what = `Accepted the invitation as ${role}`;
      await unit.activities.add(createActivity(who, 'team', what), at);
    });
  };
