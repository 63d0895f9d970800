export const CHANGED_KINDS = [
  'company',
  'key',
  'job',
  'late_job',
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
  /** Changes by the operator's command line, for the activity log. */
  'operator',
] as const;

export type ChangedKind = (typeof CHANGED_KINDS)[number];

/**
 * Data of the server-sent event `change`. It names records only; the browser reads them again with
 * its session's rights.
 *
 * The event `everything` with `{}` says that any record may have changed. The stream ends with the
 * session.
 */
export interface LiveChange {
  readonly kind: ChangedKind;
  /** Null: any record of the kind may have changed. */
  readonly ids: readonly number[] | null;
}

/**
 * Marks requests that a page sends by itself while nobody uses it; they do not prolong the session.
 */
export const UNATTENDED_HEADER = 'X-Unattended';
