import { DomainError, invalidField, requireFound } from '@svc/contracts';
import { toClientKey } from '@svc/kernel';
import { newEventId } from '@svc/outbox';
import type { AcceptInvitationBody, InviteBody } from '../../contract/bodies';
import { createActivity } from '../domain/activity';
import { createInvitationLink, createInvitationMessage } from '../domain/invitation';
import { getInvitationLimits, createTooManyAttemptsError } from '../domain/sign-in-limits';
import type { Company } from '../domain/company';
import { requireGoodPassword } from '../domain/password-rules';
import type { Browser, Person } from '../domain/person';
import { createToken } from '../persistence/tokens';
import type { Dependencies } from './dependencies';
import { lockTeam } from './team';

/** Each member gets every message about keys and endpoints. */
const MAX_TEAM_MEMBERS = 500;
const MAX_PENDING_INVITATIONS = 100;

export interface Inviter {
  readonly person: Person;
  readonly company: Pick<Company, 'name'>;
}

export const inviteUser =
  ({ transact, publicUrl, now }: Dependencies) =>
  async ({ person, company }: Inviter, { email, role }: InviteBody): Promise<void> => {
    const rejection = await transact(async (unit) => {
      await lockTeam(unit, person);
      const { companyId } = person;
      const at = now();
      const limits = getInvitationLimits(email, companyId);
      const oldest = await unit.attempts.findBlockingAttempt(limits, at);
      if (oldest) throw createTooManyAttemptsError(oldest, at);
      const open = await unit.invitations.countOpen(companyId, at);
      if (open >= MAX_PENDING_INVITATIONS) {
        throw new DomainError(
          'conflict',
          `You already have ${MAX_PENDING_INVITATIONS} pending invitations. Cancel one first.`,
        );
      }
      if ((await unit.users.count(companyId)) + open >= MAX_TEAM_MEMBERS) {
        throw new DomainError('conflict', `A team can have at most ${MAX_TEAM_MEMBERS} people.`);
      }
      // Rejected invitations count: otherwise a company could probe for users.
      await unit.attempts.add(limits, at);
      const known = await unit.users.findByEmail(email);
      if (known)
        return invalidField('email', `email belongs to ${describeHolder(known, companyId)}.`);
      const token = createToken();
      await unit.invitations.replace({ companyId, email, role, createdAt: at }, token);
      const { title: subject, text: body } = createInvitationMessage(
        { link: createInvitationLink(publicUrl, token), role },
        { person: person.name, company: company.name },
      );
      const mail = { companyId, userId: null, eventId: newEventId(), kind: 'account.invitation' };
      await unit.mails.add({ ...mail, recipient: email, subject, body }, at);
      await unit.activities.add(createActivity(person, 'team', `Invited ${email} as ${role}`), at);
      return undefined;
    });
    if (rejection) throw rejection;
  };

const describeHolder = (known: { readonly companyId: number }, companyId: number): string =>
  known.companyId === companyId ? 'someone on the team' : 'a user of another company';

/** @throws not_found */
export const withdrawInvitation =
  ({ transact, now }: Dependencies) =>
  (person: Person, id: number): Promise<void> =>
    transact(async (unit) => {
      await lockTeam(unit, person);
      const withdrawn = await unit.invitations.withdraw(person.companyId, id);
      const { email } = requireFound(withdrawn, 'Invitation');
      const what = `Cancelled the invitation to ${email}`;
      await unit.activities.add(createActivity(person, 'team', what), now());
    });

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
      const invitation = await unit.invitations.consume(found.companyId, token, at);
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
