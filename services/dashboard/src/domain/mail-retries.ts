const GAPS_SECONDS = [15, 60, 300, 900, 1_800];
const LAST_GAP_SECONDS = 3_600;

export const getNextAttemptAt = (attempts: number, failedAt: Date): Date =>
  new Date(failedAt.getTime() + (GAPS_SECONDS[attempts - 1] ?? LAST_GAP_SECONDS) * 1_000);
