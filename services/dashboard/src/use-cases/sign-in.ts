import { DomainError } from '@svc/contracts';
import { newDevice, type AccountMessage } from '../domain/account-messages';
import { activityOf } from '../domain/activity';
import type { Browser } from '../domain/person';
import { countedAfter, MOST_SIGN_INS, tooManyAttempts } from '../domain/sign-in-limits';
import { readRecoveryCode, stepOfCode } from '../domain/two-step';
import { newToken } from '../persistence/tokens';
import type { UnitOfWork } from '../persistence/transaction';
import type { UserRow } from '../persistence/user-table';
import type { Dependencies } from './dependencies';
import { mailUser } from './mail-user';

export interface SignIn {
  readonly email: string;
  readonly password: string;
  readonly code: string | undefined;
  readonly browser: Browser;
  readonly requestId: string;
  /** The browser's former session, which ends. */
  readonly sessionToken: string | undefined;
  /** Identifies the browser from an earlier sign-in. */
  readonly deviceToken: string | undefined;
}

export interface SignedIn {
  readonly sessionToken: string;
  readonly deviceToken: string;
}

/** Unknown addresses and wrong passwords get the same words. */
const refused = (): DomainError => new DomainError('unauthorized', 'E-mail or password is wrong.');

/** Returns undefined if only the two-step code is missing. */
export const signIn =
  ({ transact, passwords, verify, companyOf, now }: Dependencies) =>
  ({
    email,
    password,
    code,
    browser,
    requestId,
    ...tokens
  }: SignIn): Promise<SignedIn | undefined> =>
    verify({ email, browser }, async () => {
      const found = await transact(({ users }) => users.findByEmail(email));
      if (!(await passwords.isOf(found?.passwordHash, password)) || !found) throw refused();
      const company = await companyOf(found.companyId, requestId);
      return transact(async (unit) => {
        const user = await unit.users.lock(found.companyId, found.id);
        // A concurrent password change has ended all sessions; this one must not begin.
        if (user?.passwordHash !== found.passwordHash) throw refused();
        const at = now();
        const limit = { after: countedAfter(at), atMost: MOST_SIGN_INS };
        const oldest = await unit.activities.oldestSignIn(user, limit);
        if (oldest) throw tooManyAttempts(oldest, at);
        if (!(await isSecondStepDone(unit, user, code, at))) return undefined;
        if (tokens.sessionToken !== undefined) await unit.sessions.end(tokens.sessionToken);
        const sessionToken = newToken();
        await unit.sessions.add(user, sessionToken, browser, at);
        await unit.sessions.endOldest(user);
        const deviceToken = await knownDevice(unit, user, tokens.deviceToken, {
          message: newDevice(browser, at, company),
          at,
        });
        const who = { ...user, userId: user.id, address: browser.address };
        await unit.activities.add(activityOf(who, 'sign_in', 'Signed in'), at);
        return { sessionToken, deviceToken };
      });
    });

/** Returns false if the code is missing; a used code is consumed. */
async function isSecondStepDone(
  { twoSteps }: UnitOfWork,
  user: UserRow,
  code: string | undefined,
  at: Date,
): Promise<boolean> {
  const twoStep = await twoSteps.find(user);
  if (!twoStep?.onSince) return true;
  if (code === undefined) return false;
  const step = stepOfCode(twoStep.secret, code, twoStep.lastStep, at);
  if (step !== undefined) {
    await twoSteps.useStep(user, step, at);
    return true;
  }
  if (await twoSteps.takeCode(user, readRecoveryCode(code))) return true;
  throw new DomainError('unauthorized', 'The code is wrong.');
}

/** Mails the user about a new browser. */
async function knownDevice(
  unit: UnitOfWork,
  user: UserRow,
  token: string | undefined,
  { message, at }: { readonly message: AccountMessage; readonly at: Date },
): Promise<string> {
  if (token !== undefined && (await unit.devices.see(user, token, at))) return token;
  // A token of another user of the same browser stays valid for both.
  const deviceToken = token ?? newToken();
  await unit.devices.add(user, deviceToken, at);
  await mailUser(unit, user, message, at);
  return deviceToken;
}
