import type { Columns } from '@svc/database';
import type { Job } from '../domain/job';

/** A job without its links, which another table holds. */
export const JOB_COLUMNS = {
  companyId: 'company_id',
  id: 'id',
  version: 'version',
  externalId: 'external_id',
  title: 'title',
  description: 'description',
  status: 'status',
  priority: 'priority',
  locationId: 'location_id',
  technicianId: 'technician_id',
  scheduledStart: 'scheduled_start',
  scheduledEnd: 'scheduled_end',
  actualStart: 'actual_start',
  actualEnd: 'actual_end',
  requiredSkills: 'required_skills',
  requiredParts: 'required_parts',
  meterId: 'meter_id',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
  deletedAt: 'deleted_at',
} as const satisfies Columns<Exclude<keyof Job, 'links'>>;

export const linkRowsOf = ({ companyId, id, links }: Job) =>
  links.map(({ assetId, relationshipType, relationshipNotes, linkedAt }) => ({
    company_id: companyId,
    job_id: id,
    asset_id: assetId,
    relationship_type: relationshipType,
    relationship_notes: relationshipNotes,
    linked_at: linkedAt,
  }));

export type LinkRow = ReturnType<typeof linkRowsOf>[number];
