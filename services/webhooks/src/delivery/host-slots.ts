import { createFairShare, type FairShare } from '@svc/kernel';

/** How many requests each host is being sent at a time, of all companies that have endpoints there. */
export interface HostSlots {
  /** Takes a slot for a company; false where it has some, and no fewer than are left free for others. */
  acquire(host: string, companyId: number): boolean;
  release(host: string, companyId: number): void;
}

/**
 * Twice what one company gets: as many again are there for the others with endpoints at that host. Each
 * company can have one more, however many others leave none.
 */
const SLOTS = 128;

export function createHostSlots(): HostSlots {
  const hosts = new Map<string, FairShare<number>>();
  return {
    acquire(host, companyId) {
      const share = hosts.get(host) ?? createFairShare<number>(SLOTS);
      if (!share.acquire(companyId, 1)) {
        if (share.weightOf(companyId) > 0) return false;
        share.acquireAnyway(companyId, 1);
      }
      hosts.set(host, share);
      return true;
    },
    release(host, companyId) {
      const share = hosts.get(host);
      share?.release(companyId, 1);
      if (share?.totalWeight() === 0) hosts.delete(host);
    },
  };
}
