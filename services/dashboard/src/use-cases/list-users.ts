import type { User } from '../domain/user';
import type { Dependencies } from './dependencies';

export const listUsers =
  ({ users }: Dependencies) =>
  (companyId: number): Promise<User[]> =>
    users.list(companyId);
