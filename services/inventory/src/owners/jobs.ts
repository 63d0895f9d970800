import {
  DomainError,
  ERROR_STATUS,
  JOB_PARTS,
  type Caller,
  type ErrorCode,
  type JobPart,
  type JobPartSet,
} from '@svc/contracts';
import type { ServiceClient } from '@svc/http';
import Joi from 'joi';
import type { JobNeeds, Part } from '../domain/reservation';
import { jobCard, needsOf } from './job-card';

/** A part of a job that was set, in the context that owns it. */
export interface SetPart {
  /** The job afterwards. */
  readonly needs: JobNeeds;
  /** Whether it took none of the item from the location before. */
  readonly isNew: boolean;
}

/**
 * Sets one part of what a job requires, a quantity of 0 for no part any more. Refused as jobs refuses it;
 * throws where jobs does not answer in time, when the part may have been set all the same.
 */
export type SetJobPart = (jobId: number, part: Part, caller: Caller) => Promise<SetPart>;

const answerBody = Joi.object<{ data: JobPartSet }>({
  data: Joi.object<JobPartSet>({
    card: jobCard.required(),
    is_new: Joi.boolean().required(),
  }).required(),
}).prefs({ stripUnknown: { objects: true }, convert: false });

export const setJobPartIn =
  (jobs: Pick<ServiceClient, 'ask'>): SetJobPart =>
  async (jobId, { itemId, locationId, quantity }, caller) => {
    const wanted: JobPart = { job_id: jobId, item_id: itemId, location_id: locationId, quantity };
    const call = {
      method: 'PUT',
      path: JOB_PARTS,
      body: Buffer.from(JSON.stringify(wanted)),
    } as const;
    const { status, body } = await jobs.ask(call, { ...caller, reach: 'internal' });
    const answer: unknown = JSON.parse(body.toString());
    if (status !== 200) throw refusalIn(status, answer);
    const { data } = Joi.attempt(answer, answerBody) as { data: JobPartSet };
    return { needs: needsOf(caller.companyId, data.card), isNew: data.is_new };
  };

/** What the owner of jobs may refuse; anything else is a fault of ours. */
const REFUSALS: readonly ErrorCode[] = ['not_found', 'conflict'];

function refusalIn(status: number, answer: unknown): Error {
  const {
    error,
    message,
    success: _,
    request_id: __,
    ...details
  } = answer as Readonly<Record<string, unknown>>;
  const code = REFUSALS.find((each) => each === error && ERROR_STATUS[each] === status);
  if (code) return new DomainError(code, String(message), details);
  return new Error(`jobs answered ${status} to PUT ${JOB_PARTS}.`);
}
