interface Pull {
  readonly id: number;
  left: number;
}

/** What was asked of a consumer and has not come yet. */
export interface OpenPulls {
  /** Another one, for as many messages as one asks for; answers its number. */
  begin(): number;
  /** A message came, which the server counts to the oldest. */
  took(): void;
  /** The server has ended it, and so whatever was asked before. */
  ended(id: number): void;
  /** None of them may be waited for. */
  forget(): void;
  /** Whether so little is under way that more should be asked for. */
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
