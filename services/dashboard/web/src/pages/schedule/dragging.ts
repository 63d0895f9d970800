import { createContext, useContext, type DragEvent } from 'react';
import type { ScheduledJobAnswer } from '../../../../contract/schedule';

/** A job that is being dragged. */
export interface Dragged {
  readonly job: ScheduledJobAnswer;
  /** How many pixels behind the job's beginning the pointer took it; none for one that has no time. */
  readonly grab: number;
}

interface Dragging {
  readonly begin: (job: ScheduledJobAnswer, event: DragEvent) => void;
  readonly end: () => void;
  readonly reschedule: (job: ScheduledJobAnswer) => void;
}

/** What can be done with each job that is shown. */
export const DraggingContext = createContext<Dragging | undefined>(undefined);

export function useDragging(): Dragging {
  const dragging = useContext(DraggingContext);
  if (!dragging) throw new Error('There is no schedule around this job.');
  return dragging;
}
