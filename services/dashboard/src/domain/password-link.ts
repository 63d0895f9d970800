const LIFE_MS = 3_600_000;

/** A link that is valid at this time was mailed after this: it is for an hour. */
export const linkedAfter = (at: Date): Date => new Date(at.getTime() - LIFE_MS);

/** The page of a link. The token is behind a `#`, so that no server, log or other site ever sees it. */
export const passwordLink = (publicUrl: string, token: string): string =>
  `${publicUrl}/dashboard/reset-password#token=${token}`;
