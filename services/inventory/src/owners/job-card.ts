import type { JobSummary } from '@svc/contracts';
import { recordId } from '@svc/schemas';
import Joi from 'joi';
import { joinParts, type JobNeeds } from '../domain/reservation';

const id = (): Joi.NumberSchema => recordId().required();
const count = (): Joi.NumberSchema => Joi.number().integer().min(1).required();

export const jobCard = Joi.object<JobSummary>({
  job_id: id(),
  job_status: Joi.string().required(),
  deleted: Joi.boolean().required(),
  required_parts: Joi.array()
    .items(Joi.object({ item_id: id(), location_id: id(), quantity: count() }))
    .required(),
  version: count(),
});

export const needsOf = (companyId: number, card: JobSummary): JobNeeds => ({
  companyId,
  jobId: card.job_id,
  version: card.version,
  jobStatus: card.job_status,
  deleted: card.deleted,
  parts: joinParts(
    card.required_parts.map(({ item_id, location_id, quantity }) => ({
      itemId: item_id,
      locationId: location_id,
      quantity,
    })),
  ),
});
