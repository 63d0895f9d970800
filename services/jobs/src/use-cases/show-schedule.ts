import type { ScheduledJob } from '../persistence/job-schedule';
import type { Range } from '../persistence/jobs-during';
import type { Dependencies } from './dependencies';

const MOST_JOBS = 5_000;
const MOST_UNASSIGNED = 100;

export interface Schedule {
  /** Those that technicians have, as they begin. */
  readonly jobs: readonly ScheduledJob[];
  /** Whether there are more of them. */
  readonly isCut: boolean;
  /** The first ones of those that nobody has, by urgency. */
  readonly unassigned: readonly ScheduledJob[];
  readonly unassignedTotal: number;
}

/** The jobs of some days, and those that wait for a technician. */
export const showSchedule =
  ({ schedule }: Dependencies) =>
  async (companyId: number, range: Range): Promise<Schedule> => {
    const [jobs, unassigned] = await Promise.all([
      schedule.during(companyId, range, MOST_JOBS + 1),
      schedule.unassigned(companyId, range, MOST_UNASSIGNED),
    ]);
    return {
      jobs: jobs.slice(0, MOST_JOBS),
      isCut: jobs.length > MOST_JOBS,
      unassigned: unassigned.jobs,
      unassignedTotal: unassigned.total,
    };
  };
