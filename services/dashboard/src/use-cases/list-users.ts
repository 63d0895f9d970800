import type { User } from '../domain/user';
import type { UserRepository } from '../persistence/user-repository';

export const listUsers =
  (users: Pick<UserRepository, 'list'>) =>
  (companyId: number): Promise<User[]> =>
    users.list(companyId);
