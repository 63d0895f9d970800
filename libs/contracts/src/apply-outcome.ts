/** How applying a manifest's entry changed its record. */
export const APPLY_OUTCOMES = ['created', 'changed', 'unchanged'] as const;
export type ApplyOutcome = (typeof APPLY_OUTCOMES)[number];

/** A dry run uses ids from here on for records that it would have created. */
export const FIRST_PLANNED_ID = 2 ** 52;

export const isPlannedId = (id: number | null | undefined): id is number =>
  typeof id === 'number' && id >= FIRST_PLANNED_ID;
