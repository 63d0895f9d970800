import { createFairShare, type FairShare } from '@svc/kernel';

export interface HostSlots {
  acquire(host: string, companyId: number): boolean;
  release(host: string, companyId: number): void;
}

/** One company alone gets half, and each company at least one. */
const MAX_REQUESTS_PER_HOST = 128;

export function createHostSlots(): HostSlots {
  const hosts = new Map<string, FairShare<number>>();
  return {
    acquire(host, companyId) {
      const share = hosts.get(host) ?? createFairShare<number>(MAX_REQUESTS_PER_HOST);
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
