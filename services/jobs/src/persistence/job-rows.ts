import type { Job } from '../domain/job';

/** The columns of a job that it may begin with. */
export const rowOf = (job: Job) => ({
  company_id: job.companyId,
  id: job.id,
  version: job.version,
  title: job.title,
  description: job.description,
  status: job.status,
  priority: job.priority,
  location_id: job.locationId,
  technician_id: job.technicianId,
  scheduled_start: job.scheduledStart,
  scheduled_end: job.scheduledEnd,
  required_skills: job.requiredSkills,
  required_parts: job.requiredParts,
  meter_id: job.meterId,
  external_id: job.externalId,
  created_at: job.createdAt,
});

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
