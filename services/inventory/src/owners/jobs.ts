import {
  JOB_PARTS,
  type Caller,
  type ErrorCode,
  type JobPart,
  type JobPartSet,
  type JobSummary,
} from '@svc/contracts';
import { parseRejection, type ServiceClient, type ServiceResponse } from '@svc/http';
import Joi from 'joi';
import { recordId } from '@svc/schemas';
import { joinParts, type JobNeeds, type Part } from '../domain/reservation';

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

export const toJobNeeds = (companyId: number, card: JobSummary): JobNeeds => ({
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

export interface SetPart {
  readonly needs: JobNeeds;
  /** Whether the job took none of the item from the location before. */
  readonly isNew: boolean;
}

/**
 * A quantity of 0 removes the part. Throws when jobs does not respond in time; the part may have
 * been set all the same.
 */
export type SetJobPart = (jobId: number, part: Part, caller: Caller) => Promise<SetPart>;

const answerBody = Joi.object<{ data: JobPartSet }>({
  data: Joi.object<JobPartSet>({
    card: jobCard.required(),
    is_new: Joi.boolean().required(),
  }).required(),
}).prefs({ stripUnknown: { objects: true }, convert: false });

export const createSetJobPart =
  (jobs: Pick<ServiceClient, 'call'>): SetJobPart =>
  async (jobId, { itemId, locationId, quantity }, caller) => {
    const wanted: JobPart = { job_id: jobId, item_id: itemId, location_id: locationId, quantity };
    const call = {
      method: 'PUT',
      path: JOB_PARTS,
      body: Buffer.from(JSON.stringify(wanted)),
    } as const;
    const answer = await jobs.call(call, { ...caller, reach: 'internal' });
    if (answer.status !== 200) throw refusalIn(answer);
    const { data } = Joi.attempt(JSON.parse(answer.body.toString()), answerBody) as {
      data: JobPartSet;
    };
    return { needs: toJobNeeds(caller.companyId, data.card), isNew: data.is_new };
  };

/** Rejections that a client may see; anything else is an internal error. */
const REFUSALS: readonly ErrorCode[] = ['not_found', 'conflict'];

function refusalIn(answer: ServiceResponse): Error {
  const refusal = parseRejection(answer);
  if (refusal && REFUSALS.includes(refusal.code)) return refusal;
  return new Error(`jobs responded ${answer.status} to PUT ${JOB_PARTS}.`);
}
