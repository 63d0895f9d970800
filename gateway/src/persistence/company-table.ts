import { GENERATED_ID } from '@svc/database';
import { EntitySchema, type EntitySchemaColumnOptions } from 'typeorm';
import type { CompanyRecord } from '../admin/domain/company';

export const companyTable = new EntitySchema<CompanyRecord>({
  name: 'company',
  tableName: 'companies',
  columns: {
    id: GENERATED_ID,
    // "int8" marks a generated column, like `GENERATED_ID`.
    sandboxId: { name: 'sandbox_id', type: 'int8', default: () => `nextval('sandbox_ids')` },
    slug: { type: 'text' },
    name: { type: 'text' },
    timezone: { type: 'text' },
    country: { type: 'text' },
    plan: { type: 'text' },
    features: { type: 'text', array: true },
    limits: { type: 'jsonb' },
    version: { type: 'integer' },
    createdAt: { name: 'created_at', type: 'timestamptz' },
    updatedAt: { name: 'updated_at', type: 'timestamptz' },
  } satisfies Record<keyof CompanyRecord, EntitySchemaColumnOptions>,
});
