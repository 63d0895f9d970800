/** Unix time with fractions of a millisecond; all processes of a machine agree on it. */
export const wallMs = (): number => performance.timeOrigin + performance.now();
