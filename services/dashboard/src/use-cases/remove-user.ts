import { createActivity } from '../domain/activity';
import type { Person } from '../domain/person';
import type { Dependencies } from './dependencies';
import { lockMember, requireAnotherOwner } from './lock-team';

/** @throws not_found, conflict */
export const removeUser =
  ({ transact, now }: Dependencies) =>
  (person: Person, userId: number): Promise<void> =>
    transact(async (unit) => {
      const user = await lockMember(unit, person, userId);
      await requireAnotherOwner(unit, user, 'removed');
      const at = now();
      await unit.users.remove(user, at);
      const what = `Removed ${user.name}, ${user.email}`;
      await unit.activities.add(createActivity(person, 'team', what), at);
    });
