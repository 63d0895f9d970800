import { DomainError, requireFound } from '@svc/contracts';
import type { Person } from '../domain/person';
import type { UnitOfWork } from '../persistence/transaction';
import type { UserRow } from '../persistence/user-table';
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
export async function lockMember(
  unit: Pick<UnitOfWork, 'users'>,
  person: Person,
  id: number,
): Promise<UserRow> {
  await lockTeam(unit, person);
  return requireFound(await unit.users.lock(person.companyId, id), 'User');
}

/** @throws conflict */
export async function requireAnotherOwner(
  { users }: Pick<UnitOfWork, 'users'>,
  user: UserRow,
  what: 'removed' | 'demoted',
): Promise<void> {
  if (user.role !== 'owner' || (await users.countOwners(user.companyId)) > 1) return;
  throw new DomainError('conflict', `The last Owner cannot be ${what}.`);
}
