const HOUR_MS = 3_600_000;
const IDLE_LIFE_MS = 12 * HOUR_MS;
export const LONGEST_LIFE_MS = 30 * 24 * HOUR_MS;

export interface LiveSince {
  readonly usedAfter: Date;
  readonly signedInAfter: Date;
}

export const liveSince = (at: Date): LiveSince => ({
  usedAfter: new Date(at.getTime() - IDLE_LIFE_MS),
  signedInAfter: new Date(at.getTime() - LONGEST_LIFE_MS),
});
