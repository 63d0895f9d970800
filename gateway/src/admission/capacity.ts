/** How much of something may be in use at once. */
export interface CapacitySettings {
  readonly total: number;
  readonly perClient: number;
}

/** What is left of something that all clients share, each of which may have so much of it. */
export interface Capacity {
  /** Takes that much for a client; false where there is not that much left. */
  take(client: string, amount: number): boolean;
  giveBack(client: string, amount: number): void;
}

export function capacity({ total, perClient }: CapacitySettings): Capacity {
  const byClient = new Map<string, number>();
  let taken = 0;
  function change(client: string, by: number): void {
    const ofClient = (byClient.get(client) ?? 0) + by;
    if (ofClient === 0) byClient.delete(client);
    else byClient.set(client, ofClient);
    taken += by;
  }
  return {
    take(client, amount) {
      const ofClient = byClient.get(client) ?? 0;
      if (taken + amount > total || ofClient + amount > perClient) return false;
      change(client, amount);
      return true;
    },
    giveBack: (client, amount) => change(client, -amount),
  };
}
