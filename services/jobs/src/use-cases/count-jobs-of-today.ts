import type { Caller } from '@svc/contracts';
import { localDate, parseTimestamp, startOfNextLocalDay } from '@svc/kernel';
import type { JobsInStatus } from '../persistence/job-schedule';
import type { Dependencies } from './dependencies';

export interface JobsOfToday {
  /** YYYY-MM-DD, in the company's zone. */
  readonly date: string;
  readonly counts: readonly JobsInStatus[];
}

export const countJobsOfToday =
  ({ schedule, now }: Dependencies) =>
  async ({ companyId, zone }: Pick<Caller, 'companyId' | 'zone'>): Promise<JobsOfToday> => {
    const at = now();
    const date = localDate(at, zone);
    const from = parseTimestamp(date, zone)?.at ?? at;
    const until = startOfNextLocalDay(at, zone);
    return { date, counts: await schedule.countDuring(companyId, { from, until }) };
  };
