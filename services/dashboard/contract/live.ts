/** The kinds of records of which browsers are told that they have changed. */
export const CHANGED_KINDS = [
  'company',
  'key',
  'job',
  'invoice',
  'customer',
  'location',
  'service_request',
  'asset',
  'item',
  'stock',
  'technician',
  'webhook',
  'delivery',
  'notification',
  /** What the operator did, in the log of activity. */
  'operator',
] as const;

export type ChangedKind = (typeof CHANGED_KINDS)[number];

/**
 * The data of a server-sent event `change`: which records have changed, and nothing of what is in them.
 * A browser asks for that again, with the rights of its session.
 *
 * The event `everything`, whose data is `{}`, says that anything may have changed. When the session has
 * ended, so do the events, and to listen again is answered with 401.
 */
export interface ChangeAnswer {
  readonly kind: ChangedKind;
  /** Null where any of them may have changed. */
  readonly ids: readonly number[] | null;
}

/**
 * The header of a request that a page makes by itself while nobody is there: it does not count as use
 * of the session.
 */
export const UNATTENDED_HEADER = 'X-Unattended';
