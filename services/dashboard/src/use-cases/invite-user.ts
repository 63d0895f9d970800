import { DomainError, invalidField } from '@svc/contracts';
import { newEventId } from '@svc/outbox';
import type { InviteBody } from '../../contract/bodies';
import { createActivity } from '../domain/activity';
import { createInvitationLink, createInvitationMessage } from '../domain/invitation';
import { getInvitationLimits, createTooManyAttemptsError } from '../domain/sign-in-limits';
import type { Company } from '../domain/company';
import type { Person } from '../domain/person';
import { createToken } from '../persistence/tokens';
import type { Dependencies } from './dependencies';
import { lockTeam } from './lock-team';

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
    const refusal = await transact(async (unit) => {
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
    if (refusal) throw refusal;
  };

const describeHolder = (known: { readonly companyId: number }, companyId: number): string =>
  known.companyId === companyId ? 'someone on the team' : 'a user of another company';
