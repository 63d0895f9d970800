import { createContext, useContext, type DragEvent, type MouseEvent } from 'react';
import type { ScheduledJobAnswer } from '../../../../contract/answers';
import type { ReadableTimes } from '../../shown/readable-times';

/** A job that is being dragged. */
export interface Dragged {
  readonly job: ScheduledJobAnswer;
  /** How many pixels behind the job's beginning the pointer took it; none for one that has no time. */
  readonly grab: number;
}

/** What can be done with each job that is shown, and what it takes to show it. */
export interface JobActions {
  readonly begin: (job: ScheduledJobAnswer, event: DragEvent) => void;
  readonly end: () => void;
  readonly reschedule: (job: ScheduledJobAnswer) => void;
  readonly hrefOf: (jobId: number) => string;
  readonly open: (jobId: number, event: MouseEvent) => void;
  readonly times: ReadableTimes;
}

export const JobActionsContext = createContext<JobActions | undefined>(undefined);

export function useJobActions(): JobActions {
  const actions = useContext(JobActionsContext);
  if (!actions) throw new Error('There is no schedule around this job.');
  return actions;
}
