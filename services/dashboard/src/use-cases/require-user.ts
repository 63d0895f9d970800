import { DomainError } from '@svc/contracts';
import type { Person } from '../domain/person';
import type { UserRepository } from '../persistence/user-repository';
import type { UserRow } from '../persistence/user-table';

export async function requireUser(
  users: Pick<UserRepository, 'lock'>,
  { companyId, userId }: Person,
): Promise<UserRow> {
  const user = await users.lock(companyId, userId);
  if (!user) throw new DomainError('unauthorized', 'Please sign in.');
  return user;
}
