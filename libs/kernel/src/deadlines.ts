export interface Deadline {
  place: number;
  /** A moment of `performance.now()`, which may be moved; Infinity for no deadline. */
  atMs: number;
  readonly missed: () => void;
}

export interface Deadlines {
  /** Calls `missed` up to 100 ms after the deadline. */
  begin(missed: () => void): Deadline;
  end(deadline: Deadline): void;
}

const LOOK_EVERY_MS = 100;

/**
 * Watches many deadlines with one timer, which stops when there are none: one timer per call cost the
 * gateway 19 µs each.
 */
export function deadlines(withinMs: number): Deadlines {
  const underWay: Deadline[] = [];
  let timer: NodeJS.Timeout | undefined;

  /** The last deadline takes the freed index. */
  function end(deadline: Deadline): void {
    if (underWay[deadline.place] !== deadline) return;
    const last = underWay.pop();
    if (!last || last === deadline) return;
    underWay[deadline.place] = last;
    last.place = deadline.place;
  }

  function late(): readonly Deadline[] {
    const nowMs = performance.now();
    return underWay.filter(({ atMs }) => atMs <= nowMs);
  }

  function look(): void {
    if (underWay.length === 0) {
      clearInterval(timer);
      timer = undefined;
      return;
    }
    // Let pending I/O run first: the response may have arrived while this process was busy.
    if (late().length > 0) setImmediate(miss);
  }

  function miss(): void {
    for (const deadline of late()) {
      end(deadline);
      deadline.missed();
    }
  }

  return {
    begin(missed) {
      timer ??= setInterval(look, LOOK_EVERY_MS).unref();
      const deadline = { place: underWay.length, atMs: performance.now() + withinMs, missed };
      underWay.push(deadline);
      return deadline;
    },
    end,
  };
}
