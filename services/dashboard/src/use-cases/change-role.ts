import type { Role } from '../../contract/rights';
import { createActivity } from '../domain/activity';
import type { Person } from '../domain/person';
import type { Dependencies } from './dependencies';
import { lockMember, requireAnotherOwner } from './lock-team';

/** Signs the member out. @throws not_found, conflict */
export const changeRole =
  ({ transact, now }: Dependencies) =>
  (person: Person, userId: number, role: Role): Promise<void> =>
    transact(async (unit) => {
      const user = await lockMember(unit, person, userId);
      if (user.role === role) return;
      await requireAnotherOwner(unit, user, 'demoted');
      const at = now();
      await unit.users.update({ ...user, role, updatedAt: at });
      await unit.sessions.endAll(user);
      await unit.activities.add(
        createActivity(person, 'team', `Changed the role of ${user.email} to ${role}`),
        at,
      );
    });
