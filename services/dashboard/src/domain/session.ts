const HOUR_MS = 3_600_000;
const IDLE_LIFE_MS = 12 * HOUR_MS;
export const MAX_SESSION_LIFE_MS = 30 * 24 * HOUR_MS;

export interface SessionCutoffs {
  readonly usedAfter: Date;
  readonly signedInAfter: Date;
}

export const getSessionCutoffs = (at: Date): SessionCutoffs => ({
  usedAfter: new Date(at.getTime() - IDLE_LIFE_MS),
  signedInAfter: new Date(at.getTime() - MAX_SESSION_LIFE_MS),
});
