export type FixedClock = ReturnType<typeof createFixedClock>;

export function createFixedClock(iso: string) {
  let at = Date.parse(iso);
  return {
    now: (): Date => new Date(at),
    set: (next: string): void => {
      at = Date.parse(next);
    },
    advance: (ms: number): void => {
      at += ms;
    },
  };
}
