export interface FixedClock {
  readonly now: () => Date;
  set(iso: string): void;
  advance(ms: number): void;
}

export function createFixedClock(iso: string): FixedClock {
  let at = Date.parse(iso);
  return {
    now: () => new Date(at),
    set: (next) => {
      at = Date.parse(next);
    },
    advance: (ms) => {
      at += ms;
    },
  };
}
