import type { Caller } from '@svc/contracts';
import type { Page } from '@svc/kernel';
import type { Worklist } from '../domain/worklist';
import type { JobFilter } from '../persistence/job-reads';
import type { Dependencies } from './dependencies';
import { toToday } from './schedule';

type Company = Pick<Caller, 'companyId' | 'zone'>;

export const countWorklists =
  ({ schedule, now }: Dependencies) =>
  ({ companyId, zone }: Company) => {
    const at = now();
    return schedule.countWorklists(companyId, { now: at, today: toToday(at, zone) });
  };

interface PeoplesFilter extends Omit<JobFilter, 'worklist'> {
  readonly worklist?: Worklist | undefined;
}

export const listJobsForPeople =
  ({ jobs, now }: Dependencies) =>
  ({ companyId, zone }: Company, { worklist: name, ...filter }: PeoplesFilter, page: Page) => {
    const at = now();
    const times = { now: at, today: toToday(at, zone) };
    return jobs.list(companyId, { ...filter, worklist: name && { name, times } }, page);
  };
