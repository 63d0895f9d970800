import { DomainError, requireFound } from '@svc/contracts';
import type { Role } from '../../contract/rights';
import { createActivity } from '../domain/activity';
import type { Person } from '../domain/person';
import type { UnitOfWork } from '../persistence/transaction';
import type { UserRow } from '../persistence/user-table';
import type { Dependencies } from './dependencies';
import { requireUser } from './require-user';

/**
 * Serializes changes of a team and rechecks the person's role: two owners who demote each other
 * must not both succeed.
 */
export async function lockTeam(
  { users }: Pick<UnitOfWork, 'users'>,
  person: Person,
): Promise<void> {
  await users.lockTeam(person.companyId);
  const { role } = await requireUser(users, person);
  if (role !== 'owner') throw new DomainError('forbidden', 'Your role does not allow this.');
}

/** @throws not_found */
async function lockMember(
  unit: Pick<UnitOfWork, 'users'>,
  person: Person,
  id: number,
): Promise<UserRow> {
  await lockTeam(unit, person);
  return requireFound(await unit.users.lock(person.companyId, id), 'User');
}

/** @throws conflict */
async function requireAnotherOwner(
  { users }: Pick<UnitOfWork, 'users'>,
  user: UserRow,
  what: 'removed' | 'demoted',
): Promise<void> {
  if (user.role !== 'owner' || (await users.countOwners(user.companyId)) > 1) return;
  throw new DomainError('conflict', `The last Owner cannot be ${what}.`);
}

/** Signs the member out. @throws not_found, conflict */
export const changeRole =
  ({ transact, now }: Dependencies) =>
  (person: Person, userId: number, role: Role): Promise<void> =>
    transact(async (unit) => {
      const user = await lockMember(unit, person, userId);
      if (user.role === role) return;
      await requireAnotherOwner(unit, user, 'demoted');
      const at = now();
      await unit.users.update({ ...user, role, updatedAt: at });
      await unit.sessions.endAll(user);
      await unit.activities.add(
        createActivity(person, 'team', `Changed the role of ${user.email} to ${role}`),
        at,
      );
    });

/** @throws not_found, conflict */
export const removeUser =
  ({ transact, now }: Dependencies) =>
  (person: Person, userId: number): Promise<void> =>
    transact(async (unit) => {
      const user = await lockMember(unit, person, userId);
      await requireAnotherOwner(unit, user, 'removed');
      const at = now();
      await unit.users.remove(user, at);
      const what = `Removed ${user.name}, ${user.email}`;
      await unit.activities.add(createActivity(person, 'team', what), at);
    });
