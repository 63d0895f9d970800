/** Work that has to end in time. */
export interface Deadline {
  /** Its place in the list of the work under way. */
  place: number;
  /** A moment of `performance.now()`, which may be moved; Infinity for work that has no end. */
  atMs: number;
  readonly missed: () => void;
}

/** The deadlines of many pieces of work that all have the same time. */
export interface Deadlines {
  /** Has `missed` called when the work has not ended in time, up to 100 ms after that. */
  begin(missed: () => void): Deadline;
  /** Its work has ended; it may be told so several times. */
  end(deadline: Deadline): void;
}

const LOOK_EVERY_MS = 100;

/**
 * One timer looks at all deadlines, and rests while there are none: a timer for each call cost the
 * gateway 19 µs of processor time.
 */
export function deadlines(withinMs: number): Deadlines {
  /** In no order. */
  const underWay: Deadline[] = [];
  let timer: NodeJS.Timeout | undefined;

  /** The last one takes the place of the one that ends. */
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
    // What has come in while this process was busy with something else is read first.
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
