import { transitionTable, type StateOf } from '@svc/kernel';

export const jobStatuses = transitionTable({
  'Pending': ['Assigned', 'Cancelled'],
  'Assigned': ['In Progress', 'Pending', 'Cancelled', 'On Hold'],
  'In Progress': ['Completed', 'Assigned', 'On Hold', 'Cancelled'],
  'On Hold': ['In Progress', 'Assigned', 'Cancelled'],
  'Completed': ['Invoiced'],
  'Invoiced': ['Paid'],
  'Paid': ['Closed'],
  'Closed': [],
  'Cancelled': [],
});

export type JobStatus = StateOf<typeof jobStatuses>;

/**
 * The fewest allowed moves that lead from one status to another, without the first; empty when they
 * are the same, undefined when no moves lead there.
 */
export function movesBetween(from: JobStatus, to: JobStatus): readonly JobStatus[] | undefined {
  const reached = new Map<JobStatus, readonly JobStatus[]>([[from, []]]);
  // A Map visits what is added while it is walked: this is a breadth-first search.
  for (const [status, moves] of reached) {
    if (status === to) return moves;
    for (const next of jobStatuses.next(status)) {
      if (!reached.has(next)) reached.set(next, [...moves, next]);
    }
  }
  return undefined;
}
