/** What the log of activity tells apart. */
export const ACTIVITY_KINDS = [
  'sign_in',
  'api_key',
  'webhook',
  'team',
  'deletion',
  'settings',
] as const;

export type ActivityKind = (typeof ACTIVITY_KINDS)[number];

/** One of `GET activity?user_id&kind`, newest first; `operator=true` leaves what the command line did. */
export interface ActivityAnswer {
  readonly activity_id: number;
  /** In the company's time zone. */
  readonly time: string;
  /** Null for what the operator's command line did. */
  readonly user_id: number | null;
  /** The person's name at that time. */
  readonly who: string;
  readonly kind: ActivityKind;
  /** A sentence without its full stop, such as `Signed in`. */
  readonly what: string;
  /** The address of the person's browser; null for the operator. */
  readonly from: string | null;
}

/** One of `GET activity/people?user_id&search`, by name: who is or was a user of the company. */
export interface ActivityPersonAnswer {
  readonly user_id: number;
  readonly name: string;
}
