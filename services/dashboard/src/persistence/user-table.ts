import { GENERATED_ID } from '@svc/database';
import { EntitySchema, type EntitySchemaColumnOptions } from 'typeorm';
import type { User } from '../domain/user';

/** A user with what is kept of the password; null for one who cannot sign in. */
export interface UserRow extends User {
  readonly passwordHash: string | null;
}

export const userTable = new EntitySchema<UserRow>({
  name: 'User',
  tableName: 'users',
  columns: {
    id: GENERATED_ID,
    companyId: { type: 'bigint', name: 'company_id' },
    email: { type: 'text' },
    name: { type: 'text' },
    role: { type: 'text' },
    passwordHash: { type: 'text', name: 'password_hash', nullable: true, select: false },
    createdAt: { type: 'timestamptz', name: 'created_at' },
    updatedAt: { type: 'timestamptz', name: 'updated_at' },
  } satisfies Record<keyof UserRow, EntitySchemaColumnOptions>,
});
