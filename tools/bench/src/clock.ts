/** Unix time with fractions of a millisecond; all processes of a machine agree on it. */
export const getWallTimeMs = (): number => performance.timeOrigin + performance.now();
