import { requireFound } from '@svc/contracts';
import { createActivity } from '../domain/activity';
import type { Person } from '../domain/person';
import type { Dependencies } from './dependencies';
import { lockTeam } from './lock-team';

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
