/** Jobs that an office still has to handle. */
export const WORKLISTS = ['unscheduled', 'today', 'late', 'to_invoice'] as const;

export type Worklist = (typeof WORKLISTS)[number];
