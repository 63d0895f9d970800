const SECOND_MS = 1_000;

/** Writes at most one line a second, with the number of lines suppressed since the last. */
export function createLinePerSecond(): (write: (leftOut: number) => void) => void {
  let writtenAt = Number.NEGATIVE_INFINITY;
  let leftOut = 0;
  return (write) => {
    const now = performance.now();
    if (now - writtenAt < SECOND_MS) {
      leftOut += 1;
      return;
    }
    write(leftOut);
    writtenAt = now;
    leftOut = 0;
  };
}
