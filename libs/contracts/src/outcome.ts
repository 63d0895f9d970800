/** What applying a manifest's entry did to its record. */
export const OUTCOMES = ['created', 'changed', 'unchanged'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/**
 * Ids from here on belong to no record: in a dry run they stand for records that the run would have
 * created, so that what refers to them can be checked.
 */
export const FIRST_PLANNED_ID = 2 ** 52;

export const isPlanned = (id: number | null | undefined): id is number =>
  typeof id === 'number' && id >= FIRST_PLANNED_ID;
