import { invalidField, type DomainError } from '@svc/contracts';
import { toClientKey } from '@svc/kernel';
import { createPasswordChangedMessage } from '../domain/account-messages';
import { createActivity } from '../domain/activity';
import { requireGoodPassword } from '../domain/password-rules';
import type { Browser } from '../domain/person';
import type { UnitOfWork } from '../persistence/transaction';
import type { Dependencies } from './dependencies';
import { mailUser } from './mail-user';

export interface ResetPassword {
  readonly token: string;
  readonly password: string;
  readonly browser: Browser;
  readonly requestId: string;
}

const notValid = (): DomainError =>
  invalidField('token', 'This link is no longer valid. Request a new one.');

export const resetPassword =
  ({ transact, passwords, limitPerClient, readCompany, now }: Dependencies) =>
  async ({ token, password, browser, requestId }: ResetPassword): Promise<void> => {
    const find = async ({ users, passwordResets }: UnitOfWork) => {
      const owner = await passwordResets.find(token, now());
      return owner && users.lock(owner.companyId, owner.id);
    };
    const found = await limitPerClient(toClientKey(browser.address), () => transact(find));
    if (!found) throw notValid();
    requireGoodPassword(password, found.email);
    const company = await readCompany(found.companyId, requestId);
    const passwordHash = await passwords.hash(password);
    await transact(async (unit) => {
      const at = now();
      const user = await unit.users.lock(found.companyId, found.id);
      if (!user || !(await unit.passwordResets.take(user, token, at))) throw notValid();
      await unit.users.update({ ...user, passwordHash, updatedAt: at });
      await unit.sessions.endAll(user);
      const who = { ...user, userId: user.id, address: browser.address };
      await unit.activities.add(
        createActivity(who, 'settings', 'Reset their password by e-mail'),
        at,
      );
      await mailUser(unit, user, createPasswordChangedMessage(browser, at, company), at);
    });
  };
