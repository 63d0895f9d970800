/** How many requests each server is sent at once, whoever's endpoints it has. */
export interface HostSlots {
  /** Whether there was room for one more, which is then taken. */
  take(host: string): boolean;
  giveBack(host: string): void;
}

export function hostSlots(perHost: number): HostSlots {
  const taken = new Map<string, number>();
  return {
    take(host) {
      const before = taken.get(host) ?? 0;
      if (before >= perHost) return false;
      taken.set(host, before + 1);
      return true;
    },
    giveBack(host) {
      const left = (taken.get(host) ?? 0) - 1;
      if (left > 0) taken.set(host, left);
      else taken.delete(host);
    },
  };
}
