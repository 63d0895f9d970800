interface Pull {
  readonly id: number;
  left: number;
}

/** Counts requested messages that have not arrived. */
export function createOpenPulls(batch: number) {
  let open: Pull[] = [];
  let last = 0;
  return {
    add(): number {
      last += 1;
      open.push({ id: last, left: batch });
      return last;
    },
    /** The server counts it to the oldest pull. */
    countMessage(): void {
      const [oldest] = open;
      if (!oldest) return;
      oldest.left -= 1;
      if (oldest.left === 0) open.shift();
    },
    /** The server ended all before it, too. */
    remove(id: number): void {
      open = open.filter((pull) => pull.id > id);
    },
    clear(): void {
      open = [];
    },
    shouldPull: (): boolean => open.reduce((sum, { left }) => sum + left, 0) <= batch / 2,
  };
}
