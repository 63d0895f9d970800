import { GENERATED_ID } from '@svc/database';
import { EntitySchema, type EntitySchemaColumnOptions } from 'typeorm';
import type { KeyRecord } from '../admin/domain/api-key';

export const keyTable = new EntitySchema<KeyRecord>({
  name: 'api_key',
  tableName: 'api_keys',
  columns: {
    id: GENERATED_ID,
    companyId: { name: 'company_id', type: 'bigint' },
    name: { type: 'text' },
    mode: { type: 'text' },
    hash: { type: 'bytea' },
    last4: { type: 'text' },
    scopes: { type: 'text', array: true },
    ipAllowlist: { name: 'ip_allowlist', type: 'text', array: true },
    version: { type: 'integer' },
    createdAt: { name: 'created_at', type: 'timestamptz' },
    lastUsedAt: { name: 'last_used_at', type: 'timestamptz', nullable: true },
    expiresAt: { name: 'expires_at', type: 'timestamptz', nullable: true },
    announcedExpiry: { name: 'announced_expiry', type: 'timestamptz', nullable: true },
    revokedAt: { name: 'revoked_at', type: 'timestamptz', nullable: true },
  } satisfies Record<keyof KeyRecord, EntitySchemaColumnOptions>,
});
