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
 * Responds alike for unknown addresses and for too many requests, so that nobody learns who is a
 * user.
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
      // The lock keeps a concurrent removal or password change from leaving a valid link.
      const user = await users.lockByEmail(email);
      if (!user) return;
      const token = newToken();
      await passwordResets.add(user, token, at);
      await mailUser({ mails }, user, passwordForgotten(passwordLink(publicUrl, token)), at);
    };
    return inTurnOfClient(client, () => transact(mailLink));
  };
