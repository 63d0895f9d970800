import type { Role } from '../../contract/rights';

export interface User {
  readonly id: number;
  readonly companyId: number;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export type UserKey = Pick<User, 'companyId' | 'id'>;
