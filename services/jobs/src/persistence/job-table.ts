import { EntitySchema, type EntitySchemaColumnOptions } from 'typeorm';
import type { Job } from '../domain/job';

/** A job as a row; its links are rows of their own. */
export type JobRow = Omit<Job, 'links'>;

const timestamp = (name: string): EntitySchemaColumnOptions => ({ type: 'timestamptz', name });
const optionalTimestamp = (name: string): EntitySchemaColumnOptions => ({
  ...timestamp(name),
  nullable: true,
});

export const jobTable = new EntitySchema<JobRow>({
  name: 'Job',
  tableName: 'jobs',
  columns: {
    companyId: { type: 'bigint', name: 'company_id', primary: true },
    id: { type: 'bigint', primary: true },
    version: { type: 'integer' },
    title: { type: 'text' },
    description: { type: 'text' },
    status: { type: 'text' },
    priority: { type: 'text' },
    locationId: { type: 'bigint', name: 'location_id' },
    technicianId: { type: 'bigint', name: 'technician_id', nullable: true },
    scheduledStart: optionalTimestamp('scheduled_start'),
    scheduledEnd: optionalTimestamp('scheduled_end'),
    actualStart: optionalTimestamp('actual_start'),
    actualEnd: optionalTimestamp('actual_end'),
    requiredSkills: { type: 'jsonb', name: 'required_skills' },
    requiredParts: { type: 'jsonb', name: 'required_parts' },
    createdAt: timestamp('created_at'),
    updatedAt: timestamp('updated_at'),
    deletedAt: optionalTimestamp('deleted_at'),
    meterId: { type: 'bigint', name: 'meter_id', nullable: true },
  } satisfies Record<keyof JobRow, EntitySchemaColumnOptions>,
});
