const HOUR_MS = 3_600_000;
const IDLE_LIFE_MS = 12 * HOUR_MS;
/** However much it is used. */
export const LONGEST_LIFE_MS = 30 * 24 * HOUR_MS;

/** A session is live if it was last used, and began, after these times. */
export interface LiveSince {
  readonly usedAfter: Date;
  readonly signedInAfter: Date;
}

/** A session ends 12 hours after its last use, and 30 days after the sign-in. */
export const liveSince = (at: Date): LiveSince => ({
  usedAfter: new Date(at.getTime() - IDLE_LIFE_MS),
  signedInAfter: new Date(at.getTime() - LONGEST_LIFE_MS),
});
