import { createContext, useContext, type DragEvent, type MouseEvent } from 'react';
import type { ScheduledJobResponse } from '../../../../contract/responses';
import type { ReadableTimes } from '../../shown/readable-times';

export interface Dragged {
  readonly job: ScheduledJobResponse;
  /** Pixels between the job's start and the pointer; 0 without a time. */
  readonly grabOffset: number;
}

export interface JobActions {
  readonly startDrag: (job: ScheduledJobResponse, event: DragEvent) => void;
  /** False: jobs stay where they are. */
  readonly canMove: boolean;
  readonly endDrag: () => void;
  readonly openRescheduleDialog: (job: ScheduledJobResponse) => void;
  readonly toHref: (jobId: number) => string;
  readonly openJob: (jobId: number, event: MouseEvent) => void;
  readonly times: ReadableTimes;
}

export const JobActionsContext = createContext<JobActions | undefined>(undefined);

export function useJobActions(): JobActions {
  const actions = useContext(JobActionsContext);
  if (!actions) throw new Error('JobActionsContext is missing.');
  return actions;
}
