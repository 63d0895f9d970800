import { DomainError } from '@svc/contracts';
import { createNewDeviceMessage, type AccountMessage } from '../domain/account-messages';
import { createActivity } from '../domain/activity';
import type { Browser } from '../domain/person';
import {
  getAttemptCutoff,
  MAX_SIGN_INS_PER_WINDOW,
  createTooManyAttemptsError,
} from '../domain/sign-in-limits';
import { parseRecoveryCode, findCodeStep } from '../domain/two-step';
import { createToken } from '../persistence/tokens';
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
const createSignInError = (): DomainError =>
  new DomainError('unauthorized', 'E-mail or password is wrong.');

/** Returns undefined if only the two-step code is missing. */
export const signIn =
  ({ transact, passwords, verify, readCompany, now }: Dependencies) =>
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
      if (!(await passwords.matches(found?.passwordHash, password)) || !found)
        throw createSignInError();
      const company = await readCompany(found.companyId, requestId);
      return transact(async (unit) => {
        const user = await unit.users.lock(found.companyId, found.id);
        // A concurrent password change has ended all sessions; this one must not begin.
        if (user?.passwordHash !== found.passwordHash) throw createSignInError();
        const at = now();
        const limit = { after: getAttemptCutoff(at), atMost: MAX_SIGN_INS_PER_WINDOW };
        const oldest = await unit.activities.findBlockingSignIn(user, limit);
        if (oldest) throw createTooManyAttemptsError(oldest, at);
        if (!(await completeSecondStep(unit, user, code, at))) return undefined;
        if (tokens.sessionToken !== undefined) await unit.sessions.end(tokens.sessionToken);
        const sessionToken = createToken();
        await unit.sessions.add(user, sessionToken, browser, at);
        await unit.sessions.endOldest(user);
        const deviceToken = await identifyDevice(unit, user, tokens.deviceToken, {
          message: createNewDeviceMessage(browser, at, company),
          at,
        });
        const who = { ...user, userId: user.id, address: browser.address };
        await unit.activities.add(createActivity(who, 'sign_in', 'Signed in'), at);
        return { sessionToken, deviceToken };
      });
    });

/** Returns false if the code is missing; a used code is consumed. */
async function completeSecondStep(
  { twoSteps }: UnitOfWork,
  user: UserRow,
  code: string | undefined,
  at: Date,
): Promise<boolean> {
  const twoStep = await twoSteps.find(user);
  if (!twoStep?.onSince) return true;
  if (code === undefined) return false;
  const step = findCodeStep(twoStep.secret, code, twoStep.lastStep, at);
  if (step !== undefined) {
    await twoSteps.useStep(user, step, at);
    return true;
  }
  if (await twoSteps.consumeRecoveryCode(user, parseRecoveryCode(code))) return true;
  throw new DomainError('unauthorized', 'The code is wrong.');
}

async function identifyDevice(
  unit: UnitOfWork,
  user: UserRow,
  token: string | undefined,
  { message, at }: { readonly message: AccountMessage; readonly at: Date },
): Promise<string> {
  if (token !== undefined && (await unit.devices.markSeen(user, token, at))) return token;
  // A token of another user of the same browser stays valid for both.
  const deviceToken = token ?? createToken();
  await unit.devices.add(user, deviceToken, at);
  await mailUser(unit, user, message, at);
  return deviceToken;
}
