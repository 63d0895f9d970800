import { toClientKey } from '@svc/kernel';
import { createPasswordLinkMessage } from '../domain/account-messages';
import { createPasswordLink } from '../domain/password-link';
import type { Browser } from '../domain/person';
import { getResetLimits } from '../domain/sign-in-limits';
import { createToken } from '../persistence/tokens';
import type { UnitOfWork } from '../persistence/transaction';
import type { Dependencies } from './dependencies';
import { mailUser } from './mail-user';

/** Responds alike in all cases, so that nobody learns who is a user. */
export const forgetPassword =
  ({ transact, limitPerClient, publicUrl, now }: Dependencies) =>
  (email: string, { address }: Browser): Promise<void> => {
    const client = toClientKey(address);
    const mailLink = async ({
      attempts,
      users,
      passwordResets,
      mails,
    }: UnitOfWork): Promise<void> => {
      const at = now();
      const limits = getResetLimits(email, client);
      if (await attempts.findBlockingAttempt(limits, at)) return;
      await attempts.add(limits, at);
      // The lock keeps a concurrent removal from leaving a valid link.
      const user = await users.lockByEmail(email);
      if (!user) return;
      const token = createToken();
      await passwordResets.add(user, token, at);
      await mailUser(
        { mails },
        user,
        createPasswordLinkMessage(createPasswordLink(publicUrl, token)),
        at,
      );
    };
    return limitPerClient(client, () => transact(mailLink));
  };
