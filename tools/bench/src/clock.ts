/** Now, in Unix milliseconds with their fractions: on one machine every process reads the same. */
export const wallMs = (): number => performance.timeOrigin + performance.now();
