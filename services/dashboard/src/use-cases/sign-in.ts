import { DomainError } from '@svc/contracts';
import { activityOf } from '../domain/activity';
import type { Browser } from '../domain/person';
import { isPasswordOf } from '../persistence/password-hash';
import { newToken } from '../persistence/tokens';
import type { Dependencies } from './dependencies';

export interface SignIn {
  readonly email: string;
  readonly password: string;
  readonly browser: Browser;
  /** Of the session that this browser had before; it ends. */
  readonly sessionToken: string | undefined;
}

/** The token of the new session. */
export interface SignedIn {
  readonly sessionToken: string;
}

/** The same words for a wrong password and for an address that nobody has. */
const refused = (): DomainError => new DomainError('unauthorized', 'E-mail or password is wrong.');

/** Begins a session for the person with this address and password. */
export const signIn =
  ({ transact, now }: Dependencies) =>
  async ({ email, password, browser, sessionToken: before }: SignIn): Promise<SignedIn> => {
    const found = await transact(({ users }) => users.findByEmail(email));
    if (!(await isPasswordOf(found?.passwordHash, password)) || !found) throw refused();
    return transact(async ({ users, sessions, activities }) => {
      const user = await users.lock(found.companyId, found.id);
      // The password may have been changed meanwhile, which has ended all sessions: this would be one more.
      if (user?.passwordHash !== found.passwordHash) throw refused();
      const sessionToken = newToken();
      if (before !== undefined) await sessions.end(before);
      const at = now();
      await sessions.add(user, sessionToken, browser, at);
      const { companyId, id: userId, name } = user;
      const { address } = browser;
      const who = { companyId, userId, name, address };
      await activities.add(activityOf(who, 'sign_in', 'Signed in'), at);
      return { sessionToken };
    });
  };
