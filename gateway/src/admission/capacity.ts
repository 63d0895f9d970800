import { tally } from '@svc/kernel';

/** How much of something may be in use at once. */
export interface CapacitySettings {
  readonly total: number;
  readonly perClient: number;
}

/** What is left of something that all clients share, and of which no client may have more than its part. */
export interface Capacity {
  /** Takes that much for a client; false where there is not that much left. */
  take(client: string, amount: number): boolean;
  giveBack(client: string, amount: number): void;
}

export function capacity({ total, perClient }: CapacitySettings): Capacity {
  const taken = tally<string>();
  return {
    take(client, amount) {
      if (taken.total() + amount > total || taken.of(client) + amount > perClient) return false;
      taken.add(client, amount);
      return true;
    },
    giveBack: taken.remove,
  };
}
