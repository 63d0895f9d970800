import { createActivity } from '../domain/activity';
import type { Person } from '../domain/person';
import type { Dependencies } from './dependencies';
import { requireUser } from './require-user';

export const changeMe =
  ({ transact, now }: Dependencies) =>
  (person: Person, name: string): Promise<void> =>
    transact(async ({ users, activities }) => {
      const user = await requireUser(users, person);
      if (user.name === name) return;
      const at = now();
      await users.update({ ...user, name, updatedAt: at });
      await activities.add(createActivity(person, 'settings', `Changed their name to ${name}`), at);
    });
