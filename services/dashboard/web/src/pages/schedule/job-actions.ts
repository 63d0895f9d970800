import { createContext, useContext, type DragEvent, type MouseEvent } from 'react';
import type { ScheduledJobResponse } from '../../../../contract/responses';
import type { ReadableTimes } from '../../shown/readable-times';

export interface Dragged {
  readonly job: ScheduledJobResponse;
  /** Pixels between the job's start and the pointer; 0 without a time. */
  readonly grab: number;
}

export interface JobActions {
  readonly begin: (job: ScheduledJobResponse, event: DragEvent) => void;
  readonly end: () => void;
  readonly reschedule: (job: ScheduledJobResponse) => void;
  readonly hrefOf: (jobId: number) => string;
  readonly open: (jobId: number, event: MouseEvent) => void;
  readonly times: ReadableTimes;
}

export const JobActionsContext = createContext<JobActions | undefined>(undefined);

export function useJobActions(): JobActions {
  const actions = useContext(JobActionsContext);
  if (!actions) throw new Error('JobActionsContext is missing.');
  return actions;
}
