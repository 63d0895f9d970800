import type { Feature, Limits, Plan } from '@svc/contracts';
import { EntitySchema, type EntitySchemaColumnOptions } from 'typeorm';

export interface CompanyRecord {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
  readonly timezone: string;
  readonly country: string;
  readonly plan: Plan;
  readonly features: readonly Feature[];
  /** The company's own limits; for all others the defaults hold. */
  readonly limits: Partial<Limits>;
  readonly version: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export const companyTable = new EntitySchema<CompanyRecord>({
  name: 'company',
  tableName: 'companies',
  columns: {
    // TypeORM makes a generated "bigint" text; of "int8", its other name, it leaves the number alone.
    id: { type: 'int8', primary: true, generated: 'increment' },
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
