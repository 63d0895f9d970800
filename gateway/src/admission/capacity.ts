/** How much of something may be in use at once. */
export interface RoomSettings {
  readonly inAll: number;
  readonly ofEachAddress: number;
}

/** What is in use of something that all client addresses share. */
export interface Room {
  /** Takes that much for an address; false where there is not that much left. */
  take(address: string, amount: number): boolean;
  giveBack(address: string, amount: number): void;
}

export function room({ inAll, ofEachAddress }: RoomSettings): Room {
  const byAddress = new Map<string, number>();
  let taken = 0;
  function change(address: string, by: number): void {
    const ofAddress = (byAddress.get(address) ?? 0) + by;
    if (ofAddress === 0) byAddress.delete(address);
    else byAddress.set(address, ofAddress);
    taken += by;
  }
  return {
    take(address, amount) {
      const ofAddress = byAddress.get(address) ?? 0;
      if (taken + amount > inAll || ofAddress + amount > ofEachAddress) return false;
      change(address, amount);
      return true;
    },
    giveBack: (address, amount) => change(address, -amount),
  };
}
