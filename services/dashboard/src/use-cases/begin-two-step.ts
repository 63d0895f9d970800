import { DomainError } from '@svc/contracts';
import type { Person } from '../domain/person';
import { newTwoStepSecret } from '../domain/two-step';
import type { Dependencies } from './dependencies';
import { requireUser } from './require-user';

/** Codes are required only after the first one was confirmed. */
export const beginTwoStep =
  ({ transact, now }: Dependencies) =>
  (person: Person): Promise<string> =>
    transact(async ({ users, twoSteps }) => {
      const user = await requireUser(users, person);
      if ((await twoSteps.find(user))?.onSince) {
        throw new DomainError('conflict', 'Two-step verification is on already.');
      }
      const secret = newTwoStepSecret();
      await twoSteps.begin(user, secret, now());
      return secret;
    });
