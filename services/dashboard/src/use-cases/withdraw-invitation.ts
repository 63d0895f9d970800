import { DomainError } from '@svc/contracts';
import { activityOf } from '../domain/activity';
import type { Person } from '../domain/person';
import type { Dependencies } from './dependencies';
import { lockTeam } from './lock-team';

/** @throws not_found */
export const withdrawInvitation =
  ({ transact, now }: Dependencies) =>
  (person: Person, id: number): Promise<void> =>
    transact(async (unit) => {
      await lockTeam(unit, person);
      const invitation = await unit.invitations.withdraw(person.companyId, id);
      if (!invitation) throw new DomainError('not_found', `There is no invitation ${id}.`);
      const what = `Withdrew the invitation of ${invitation.email}`;
      await unit.activities.add(activityOf(person, 'team', what), now());
    });
