interface Pull {
  readonly id: number;
  left: number;
}

/** Requested messages that have not arrived. */
export interface OpenPulls {
  begin(): number;
  /** The server counts it to the oldest pull. */
  took(): void;
  /** The server ended all before it, too. */
  ended(id: number): void;
  forget(): void;
  isMoreWanted(): boolean;
}

export function openPulls(batch: number): OpenPulls {
  let open: Pull[] = [];
  let last = 0;
  return {
    begin() {
      last += 1;
      open.push({ id: last, left: batch });
      return last;
    },
    took() {
      const [oldest] = open;
      if (!oldest) return;
      oldest.left -= 1;
      if (oldest.left === 0) open.shift();
    },
    ended(id) {
      open = open.filter((pull) => pull.id > id);
    },
    forget() {
      open = [];
    },
    isMoreWanted: () => open.reduce((sum, { left }) => sum + left, 0) <= batch / 2,
  };
}
