import type { View } from '@svc/http';
import { formatOptionalTimestamp, formatTimestamp } from '@svc/kernel';
import type { Job } from '../domain/job';
import type {
  AdminJobDetails,
  JobDetails,
  JobListing,
  LinkedAsset,
} from '../persistence/job-reads';

/** A job in a list. */
export const presentListing = (job: JobListing, { zone, showsTechnicians }: View) => ({
  job_id: job.id,
  version: job.version,
  job_title: job.title,
  job_description: job.description,
  job_status: job.status,
  job_priority: job.priority,
  assigned_technician_id: job.technicianId,
  assigned_technician_name: showsTechnicians ? job.technicianName : null,
  customer_location_id: job.locationId,
  customer_location_name: job.locationName,
  customer_id: job.customerId,
  customer_name: job.customerName,
  scheduled_start: formatOptionalTimestamp(job.scheduledStart, zone),
  scheduled_end: formatOptionalTimestamp(job.scheduledEnd, zone),
  actual_start: formatOptionalTimestamp(job.actualStart, zone),
  actual_end: formatOptionalTimestamp(job.actualEnd, zone),
  created_at: formatTimestamp(job.createdAt, zone),
  updated_at: formatTimestamp(job.updatedAt, zone),
});

const presentAsset = (asset: LinkedAsset, zone: string) => ({
  asset_id: asset.assetId,
  asset_tag: asset.assetTag,
  asset_name: asset.assetName,
  asset_status: asset.assetStatus,
  relationship_type: asset.relationshipType,
  relationship_notes: asset.relationshipNotes,
  linked_at: formatTimestamp(asset.linkedAt, zone),
});

/** A job alone, with its linked assets. */
export const presentJob = (job: JobDetails, view: View) =>
  // No spread, for the reason that `send` of `libs/http` gives.
  Object.assign(presentListing(job, view), {
    assets: job.assets.map((asset) => presentAsset(asset, view.zone)),
  });

/** A job as the operator sees it. */
export const presentAdminJob = (job: AdminJobDetails, view: View) => ({
  ...presentJob(job, view),
  deleted: job.deleted,
  required_skills: job.requiredSkills.map(({ name, level }) => ({
    skill_name: name,
    skill_level: level,
  })),
  required_parts: job.requiredParts.map(({ itemId, locationId, quantity }) => ({
    item_id: itemId,
    location_id: locationId,
    quantity,
  })),
});

export const presentCreated = (job: Job, zone: string) => ({
  ...presentUpdated(job),
  created_at: formatTimestamp(job.createdAt, zone),
});

export const presentUpdated = ({ id, title, status }: Job) => ({
  job_id: id,
  job_title: title,
  job_status: status,
});

export const presentStatusChange = (before: Job, after: Job) => ({
  job_id: after.id,
  job_status: after.status,
  previous_status: before.status,
});
