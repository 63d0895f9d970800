import type { JobPriority } from '@svc/contracts';
import { DEFAULT_PRIORITY, type JobChanges } from '../domain/job';
import type { LinkChanges } from '../domain/job-links';
import type { Wanted } from '../domain/references';
import type { ApplyJob } from '../use-cases/apply-job';
import type { CreateJob } from '../use-cases/create-job';
import {
  requirementsOf,
  type ApplyJobBody,
  type CreateJobBody,
  type UpdateJobBody,
} from './schemas';

/**
 * Times are kept in whole seconds, as answers show them: a job that is read and sent back must not count
 * as changed.
 */
const wholeSecond = <At extends Date | null | undefined>(at: At): At | Date =>
  at ? new Date(Math.floor(at.getTime() / 1_000) * 1_000) : at;

/** The content of a new job; null for an optional field is the same as none. */
export const contentOf = (body: CreateJobBody): CreateJob['content'] => ({
  title: body.job_title,
  description: body.job_description,
  priority: body.job_priority ?? DEFAULT_PRIORITY,
  locationId: body.customer_location_id,
  technicianId: body.assigned_technician_id ?? null,
  scheduledStart: wholeSecond(body.scheduled_start ?? null),
  scheduledEnd: wholeSecond(body.scheduled_end ?? null),
  externalId: body.external_id ?? null,
  requiredSkills: [],
  requiredParts: [],
});

type ChangesBody = Omit<
  UpdateJobBody,
  'job_priority' | 'asset_ids' | 'asset_relationship_type' | 'job_status' | 'expected_version'
> & { readonly job_priority?: JobPriority | null };

/** What a body changes of a job; what it does not hold stays as it is. */
export const changesOf = (body: ChangesBody): JobChanges => ({
  title: body.job_title,
  description: body.job_description,
  priority: body.job_priority ?? undefined,
  locationId: body.customer_location_id,
  technicianId: body.assigned_technician_id,
  scheduledStart: wholeSecond(body.scheduled_start),
  scheduledEnd: wholeSecond(body.scheduled_end),
  externalId: body.external_id,
});

export const assetsOf = ({
  asset_ids,
  asset_relationship_type,
}: Pick<CreateJobBody, 'asset_ids' | 'asset_relationship_type'>): LinkChanges => ({
  assetIds: asset_ids ?? undefined,
  relationshipType: asset_relationship_type ?? undefined,
});

export type ReferringBody = Pick<UpdateJobBody, 'customer_location_id' | 'assigned_technician_id'> &
  Pick<CreateJobBody, 'asset_ids'>;

/** The records of other contexts that a body points to. */
export const wantedOf = (body: ReferringBody): Wanted => ({
  locationId: body.customer_location_id,
  technicianId: body.assigned_technician_id,
  assetIds: body.asset_ids ?? undefined,
});

/** The same for the operator's manifest, which may also say what a job requires. */
export const appliedOf = (body: ApplyJobBody): Omit<ApplyJob, 'caller'> => ({
  changes: {
    ...changesOf(body),
    ...requirementsOf(body),
    title: body.job_title,
    description: body.job_description,
    locationId: body.customer_location_id,
  },
  assets: assetsOf(body),
  status: body.job_status,
});
