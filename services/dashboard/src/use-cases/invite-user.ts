import { DomainError, invalidField } from '@svc/contracts';
import { newEventId } from '@svc/outbox';
import type { InviteBody } from '../../contract/bodies';
import { activityOf } from '../domain/activity';
import { invitationLink, invited } from '../domain/invitation';
import { invitationLimits, tooManyAttempts } from '../domain/sign-in-limits';
import type { Company } from '../domain/company';
import type { Person } from '../domain/person';
import { newToken } from '../persistence/tokens';
import type { Dependencies } from './dependencies';
import { lockTeam } from './lock-team';

/** Each member gets every message about keys and endpoints. */
const MOST_PEOPLE = 500;
const MOST_OPEN = 100;

export interface Inviter {
  readonly person: Person;
  readonly company: Pick<Company, 'name'>;
}

/** Replaces an earlier invitation to this address. */
export const inviteUser =
  ({ transact, publicUrl, now }: Dependencies) =>
  async ({ person, company }: Inviter, { email, role }: InviteBody): Promise<void> => {
    const refusal = await transact(async (unit) => {
      await lockTeam(unit, person);
      const { companyId } = person;
      const at = now();
      const limits = invitationLimits(email, companyId);
      const oldest = await unit.attempts.oldestOfTooMany(limits, at);
      if (oldest) throw tooManyAttempts(oldest, at);
      const open = await unit.invitations.countOpen(companyId, at);
      if (open >= MOST_OPEN) {
        throw new DomainError('conflict', `There are ${MOST_OPEN} open invitations already.`);
      }
      if ((await unit.users.count(companyId)) + open >= MOST_PEOPLE) {
        throw new DomainError('conflict', `A team has at most ${MOST_PEOPLE} people.`);
      }
      // Rejected invitations count, too: otherwise a company could probe which addresses are users.
      await unit.attempts.add(limits, at);
      const known = await unit.users.findByEmail(email);
      if (known)
        return invalidField('email', `email is the address of ${ownerOf(known, companyId)}.`);
      const token = newToken();
      await unit.invitations.replace({ companyId, email, role, createdAt: at }, token);
      const { title: subject, text: body } = invited(
        { link: invitationLink(publicUrl, token), role },
        { person: person.name, company: company.name },
      );
      const mail = { companyId, userId: null, eventId: newEventId(), kind: 'account.invitation' };
      await unit.mails.add({ ...mail, recipient: email, subject, body }, at);
      await unit.activities.add(activityOf(person, 'team', `Invited ${email} as ${role}`), at);
      return undefined;
    });
    if (refusal) throw refusal;
  };

const ownerOf = (known: { readonly companyId: number }, companyId: number): string =>
  known.companyId === companyId ? 'somebody in the team' : 'a user of another company';
