import { fairShares, type FairShares } from '@svc/kernel';

/** How many requests each host is being sent at a time, of all companies that have endpoints there. */
export interface HostSlots {
  /** Takes a slot for a company; false where it has some, and no fewer than are left free for others. */
  take(host: string, companyId: number): boolean;
  giveBack(host: string, companyId: number): void;
}

/**
 * Twice what one company gets: as many again are there for the others with endpoints at that host. Each
 * company can have one more, however many others leave none.
 */
const SLOTS = 128;

export function hostSlots(): HostSlots {
  const hosts = new Map<string, FairShares<number>>();
  return {
    take(host, companyId) {
      const shares = hosts.get(host) ?? fairShares<number>(SLOTS);
      if (!shares.take(companyId, 1)) {
        if (shares.isUsedBy(companyId)) return false;
        shares.add(companyId, 1);
      }
      hosts.set(host, shares);
      return true;
    },
    giveBack(host, companyId) {
      const shares = hosts.get(host);
      shares?.giveBack(companyId, 1);
      if (shares?.isUnused()) hosts.delete(host);
    },
  };
}
