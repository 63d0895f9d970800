import { textKey } from '@svc/contracts';
import { GENERATED_ID } from '@svc/database';
import { EntitySchema, type EntitySchemaColumnOptions } from 'typeorm';
import type { User } from '../domain/user';

/** `passwordHash` is null for a user who cannot sign in. */
export interface UserRow extends User {
  readonly passwordHash: string | null;
}

interface UserKeys {
  readonly emailKey: string;
  readonly nameKey: string;
}

export const userTable = new EntitySchema<UserRow & UserKeys>({
  name: 'User',
  tableName: 'users',
  columns: {
    id: GENERATED_ID,
    companyId: { type: 'bigint', name: 'company_id' },
    email: { type: 'text' },
    emailKey: { type: 'text', name: 'email_key', select: false },
    name: { type: 'text' },
    nameKey: { type: 'text', name: 'name_key', select: false },
    role: { type: 'text' },
    passwordHash: { type: 'text', name: 'password_hash', nullable: true, select: false },
    createdAt: { type: 'timestamptz', name: 'created_at' },
    updatedAt: { type: 'timestamptz', name: 'updated_at' },
  } satisfies Record<keyof UserRow | keyof UserKeys, EntitySchemaColumnOptions>,
});

export const userKeys = ({ email, name }: Pick<User, 'email' | 'name'>): UserKeys => ({
  emailKey: textKey(email),
  nameKey: textKey(name),
});
