import { createActivity } from '../domain/activity';
import type { Person } from '../domain/person';
import type { Dependencies } from './dependencies';
import { requireUser } from './require-user';

export const endOtherSessions =
  ({ transact, now }: Dependencies) =>
  (person: Person): Promise<number> =>
    transact(async ({ users, sessions, activities }) => {
      const user = await requireUser(users, person);
      const ended = await sessions.endAll(user, person.sessionId);
      await activities.add(createActivity(person, 'settings', 'Signed out other sessions'), now());
      return ended;
    });
