import { DomainError, invalidField } from '@svc/contracts';
import { createActivity } from '../domain/activity';
import type { Person } from '../domain/person';
import { createRecoveryCodes, createTwoStepSecret, findCodeStep } from '../domain/two-step';
import type { Dependencies } from './dependencies';
import { requireUser } from './require-user';
import { verifyPassword } from './verify-password';

/** Codes are required only after the first one was confirmed. */
export const beginTwoStep =
  ({ transact, now }: Dependencies) =>
  (person: Person): Promise<string> =>
    transact(async ({ users, twoSteps }) => {
      const user = await requireUser(users, person);
      if ((await twoSteps.find(user))?.onSince) {
        throw new DomainError('conflict', 'Two-step verification is already on.');
      }
      const secret = createTwoStepSecret();
      await twoSteps.begin(user, secret, now());
      return secret;
    });

/** The recovery codes cannot be read again. */
export const turnOnTwoStep =
  ({ transact, verify, now }: Dependencies) =>
  (person: Person, code: string): Promise<readonly string[]> =>
    verify({ email: person.email, browser: person }, () =>
      transact(async ({ users, twoSteps, sessions, activities }) => {
        const at = now();
        const user = await requireUser(users, person);
        const twoStep = await twoSteps.find(user);
        if (!twoStep || twoStep.onSince) {
          throw new DomainError('conflict', 'Two-step setup has not been started.');
        }
        const step = findCodeStep(twoStep.secret, code, twoStep.lastStep, at);
        if (step === undefined) throw invalidField('code', 'The code is wrong.');
        const codes = createRecoveryCodes();
        await twoSteps.useStep(user, step, at);
        await twoSteps.replaceCodes(user, codes);
        await sessions.endAll(user, person.sessionId);
        const done = createActivity(person, 'settings', 'Turned two-step verification on');
        await activities.add(done, at);
        return codes;
      }),
    );

export const turnOffTwoStep =
  (dependencies: Dependencies) =>
  async (person: Person, password: string): Promise<void> => {
    const changeUser = await verifyPassword(dependencies)(person, { field: 'password', password });
    await changeUser(async ({ twoSteps, sessions, activities }, user) => {
      const wasOn = (await twoSteps.find(user))?.onSince;
      await twoSteps.end(user);
      if (!wasOn) return;
      await sessions.endAll(user, person.sessionId);
      const done = createActivity(person, 'settings', 'Turned two-step verification off');
      await activities.add(done, dependencies.now());
    });
  };
