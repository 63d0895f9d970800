import { clientOf } from '@svc/kernel';
import { passwordForgotten } from '../domain/account-messages';
import { passwordLink } from '../domain/password-link';
import type { Browser } from '../domain/person';
import { resetLimits } from '../domain/sign-in-limits';
import { newToken } from '../persistence/tokens';
import type { UnitOfWork } from '../persistence/transaction';
import type { Dependencies } from './dependencies';
import { mailUser } from './mail-user';

/**
 * Mails a link to choose another password to the user with this address. Nobody is told whether there is
 * one, or that it was asked for too often.
 */
export const forgetPassword =
  ({ transact, inTurnOfClient, publicUrl, now }: Dependencies) =>
  (email: string, { address }: Browser): Promise<void> => {
    const client = clientOf(address);
    const mailLink = async ({
      attempts,
      users,
      passwordResets,
      mails,
    }: UnitOfWork): Promise<void> => {
      const at = now();
      const limits = resetLimits(email, client);
      if (await attempts.oldestOfTooMany(limits, at)) return;
      await attempts.add(limits, at);
      // Whoever is removed, or has another password, meanwhile gets no link from before.
      const user = await users.lockByEmail(email);
      if (!user) return;
      const token = newToken();
      await passwordResets.add(user, token, at);
      await mailUser({ mails }, user, passwordForgotten(passwordLink(publicUrl, token)), at);
    };
    return inTurnOfClient(client, () => transact(mailLink));
  };
