const LIFE_MS = 3_600_000;

export const getPasswordLinkCutoff = (at: Date): Date => new Date(at.getTime() - LIFE_MS);

/** The token is in the fragment, which browsers do not send. */
export const createPasswordLink = (publicUrl: string, token: string): string =>
  `${publicUrl}/dashboard/reset-password#token=${token}`;
