import { createFairShare, type FairShare } from '@svc/kernel';

/** Limits concurrent requests per host, shared by all companies with endpoints there. */
export interface HostSlots {
  /** False when the company has a slot, and no fewer than are left for others. */
  acquire(host: string, companyId: number): boolean;
  release(host: string, companyId: number): void;
}

/** One company alone gets half. Each company may have one slot even when the others leave none. */
const SLOTS = 128;

export function createHostSlots(): HostSlots {
  const hosts = new Map<string, FairShare<number>>();
  return {
    acquire(host, companyId) {
      const share = hosts.get(host) ?? createFairShare<number>(SLOTS);
      if (!share.acquire(companyId, 1)) {
        if (share.getWeight(companyId) > 0) return false;
        share.forceAcquire(companyId, 1);
      }
      hosts.set(host, share);
      return true;
    },
    release(host, companyId) {
      const share = hosts.get(host);
      share?.release(companyId, 1);
      if (share?.getTotalWeight() === 0) hosts.delete(host);
    },
  };
}
