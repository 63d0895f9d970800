interface Pull {
  readonly id: number;
  left: number;
}

/** Requested messages that have not arrived. */
export interface OpenPulls {
  add(): number;
  /** The server counts it to the oldest pull. */
  countMessage(): void;
  /** The server ended all before it, too. */
  remove(id: number): void;
  clear(): void;
  shouldPull(): boolean;
}

export function createOpenPulls(batch: number): OpenPulls {
  let open: Pull[] = [];
  let last = 0;
  return {
    add() {
      last += 1;
      open.push({ id: last, left: batch });
      return last;
    },
    countMessage() {
      const [oldest] = open;
      if (!oldest) return;
      oldest.left -= 1;
      if (oldest.left === 0) open.shift();
    },
    remove(id) {
      open = open.filter((pull) => pull.id > id);
    },
    clear() {
      open = [];
    },
    shouldPull: () => open.reduce((sum, { left }) => sum + left, 0) <= batch / 2,
  };
}
