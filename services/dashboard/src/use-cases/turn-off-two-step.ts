import { activityOf } from '../domain/activity';
import type { Person } from '../domain/person';
import type { Dependencies } from './dependencies';
import { verifyPassword } from './verify-password';

export const turnOffTwoStep =
  (dependencies: Dependencies) =>
  async (person: Person, password: string): Promise<void> => {
    const changeUser = await verifyPassword(dependencies)(person, { field: 'password', password });
    await changeUser(async ({ twoSteps, sessions, activities }, user) => {
      const wasOn = (await twoSteps.find(user))?.onSince;
      await twoSteps.end(user);
      if (!wasOn) return;
      await sessions.endAllOf(user, person.sessionId);
      const done = activityOf(person, 'settings', 'Turned two-step verification off');
      await activities.add(done, dependencies.now());
    });
  };
