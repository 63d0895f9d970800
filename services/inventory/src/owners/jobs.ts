import {
  ERROR_STATUS,
  JOB_PARTS,
  type Caller,
  type ErrorCode,
  type JobPart,
  type JobPartSet,
} from '@svc/contracts';
import { refusalOf, type ServiceAnswer, type ServiceClient } from '@svc/http';
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
    const answer = await jobs.ask(call, { ...caller, reach: 'internal' });
    if (answer.status !== 200) throw refusalIn(answer);
    const { data } = Joi.attempt(JSON.parse(answer.body.toString()), answerBody) as {
      data: JobPartSet;
    };
    return { needs: needsOf(caller.companyId, data.card), isNew: data.is_new };
  };

/** The refusals that a client may see; anything else is an internal error. */
const REFUSALS: readonly ErrorCode[] = ['not_found', 'conflict'];

function refusalIn(answer: ServiceAnswer): Error {
  const refusal = refusalOf(answer);
  const isExpected =
    refusal && REFUSALS.includes(refusal.code) && ERROR_STATUS[refusal.code] === answer.status;
  return isExpected ? refusal : new Error(`jobs answered ${answer.status} to PUT ${JOB_PARTS}.`);
}
