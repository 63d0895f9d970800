import { createContext, useContext, type DragEvent, type MouseEvent } from 'react';
import type { ScheduledJobAnswer } from '../../../../contract/answers';
import type { ReadableTimes } from '../../shown/readable-times';

export interface Dragged {
  readonly job: ScheduledJobAnswer;
  /** Pixels between the job's start and the pointer; 0 without a time. */
  readonly grab: number;
}

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
