import { JOB_PRIORITIES } from '@svc/contracts';
import { reverseOrder } from '@svc/database';
import { START } from './jobs-during';

/** From 1 for Low. */
const PRIORITY_RANK = `array_position('{${JOB_PRIORITIES.join()}}'::text[], job.priority)`;

/** Each has an index. Jobs without times come after all others. */
const ORDERS = {
  scheduledStart: `${START}, job.id`,
  jobPriority: `${PRIORITY_RANK}, job.created_at, job.id`,
  updatedAt: 'job.updated_at, job.id',
} as const;

export interface JobSort {
  readonly by: keyof typeof ORDERS;
  readonly isDescending: boolean;
}

export const toJobOrder = ({ by, isDescending }: JobSort): string =>
  isDescending ? reverseOrder(ORDERS[by]) : ORDERS[by];

export const HAS_PRIORITY = `${PRIORITY_RANK} = array_position('{${JOB_PRIORITIES.join()}}'::text[], ?::text)`;
