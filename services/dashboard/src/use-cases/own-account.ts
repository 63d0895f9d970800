import { createActivity } from '../domain/activity';
import type { Person } from '../domain/person';
import type { Dependencies } from './dependencies';
import { requireUser } from './require-user';

export const describeSession =
  ({ notifications, twoSteps }: Dependencies) =>
  async ({ companyId, userId }: Person): Promise<{ unread: number; twoStep: boolean }> => ({
    unread: await notifications.countUnread(companyId, userId),
    twoStep: Boolean((await twoSteps.find({ companyId, id: userId }))?.onSince),
  });

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

export const endOtherSessions =
  ({ transact, now }: Dependencies) =>
  (person: Person): Promise<number> =>
    transact(async ({ users, sessions, activities }) => {
      const user = await requireUser(users, person);
      const ended = await sessions.endAll(user, person.sessionId);
      await activities.add(createActivity(person, 'settings', 'Signed out other sessions'), now());
      return ended;
    });
