import { DomainError, invalidField } from '@svc/contracts';
import { activityOf } from '../domain/activity';
import type { Person } from '../domain/person';
import { newRecoveryCodes, stepOfCode } from '../domain/two-step';
import type { Dependencies } from './dependencies';
import { requireUser } from './require-user';

/** Returns the recovery codes, which cannot be read again, and ends the person's other sessions. */
export const turnOnTwoStep =
  ({ transact, verify, now }: Dependencies) =>
  (person: Person, code: string): Promise<readonly string[]> =>
    verify({ email: person.email, browser: person }, () =>
      transact(async ({ users, twoSteps, sessions, activities }) => {
        const at = now();
        const user = await requireUser(users, person);
        const twoStep = await twoSteps.find(user);
        if (!twoStep || twoStep.onSince) {
          throw new DomainError('conflict', 'There is no app whose code is waited for.');
        }
        const step = stepOfCode(twoStep.secret, code, twoStep.lastStep, at);
        if (step === undefined) throw invalidField('code', 'The code is wrong.');
        const codes = newRecoveryCodes();
        await twoSteps.useStep(user, step, at);
        await twoSteps.replaceCodes(user, codes);
        await sessions.endAllOf(user, person.sessionId);
        await activities.add(activityOf(person, 'settings', 'Turned two-step verification on'), at);
        return codes;
      }),
    );
