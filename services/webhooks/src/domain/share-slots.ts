import { groupBy } from '@svc/kernel';

/** First attempts and retries are separate classes. */
export interface QueueClass {
  readonly companyId: number;
  readonly endpointId: number;
  readonly isRetry: boolean;
  readonly due: number;
}

export interface ClassQuota extends Omit<QueueClass, 'due'> {
  readonly count: number;
}

export interface EngineLoad {
  readonly freeSlots: number;
  readonly freeRetrySlots: number;
  getLoad(endpointId: number): EndpointLoad;
  /** Claimed deliveries of a company. */
  countClaimed(companyId: number): number;
}

export interface EndpointLoad {
  readonly openRequests: number;
  readonly freeSlots: number;
  readonly areRetriesFirst: boolean;
}

interface Share extends QueueClass {
  count: number;
}

/**
 * Shares slots among companies and endpoints in turn. A company never gets more than it leaves
 * free, because receivers may hold slots for ten seconds.
 *
 * Slots are freed one at a time, so a fixed order would give each to the same class. Companies with
 * the fewest claims and endpoints with the fewest open requests come first, and `areRetriesFirst`
 * orders an endpoint's two classes.
 */
export function shareSlots(
  queueClasses: readonly QueueClass[],
  { getLoad, countClaimed, ...free }: EngineLoad,
): ClassQuota[] {
  let { freeSlots, freeRetrySlots } = free;
  const loads = new Map(queueClasses.map(({ endpointId: id }) => [id, getLoad(id)]));
  const freeByEndpoint = new Map([...loads].map(([id, load]) => [id, load.freeSlots]));
  const claimedByCompany = new Map(queueClasses.map(({ companyId: id }) => [id, countClaimed(id)]));
  const getClaimed = (companyId: number): number => claimedByCompany.get(companyId) ?? 0;
  const queues = [...groupBy(orderClasses(queueClasses, loads), ({ companyId }) => companyId)]
    .sort(([one], [other]) => getClaimed(one) - getClaimed(other))
    .map(([companyId, classes]) => ({
      companyId,
      queue: classes.map((each): Share => ({ ...each, count: 0 })),
    }));

  const mayClaim = ({ isRetry, endpointId, due, count }: Share): boolean =>
    count < due && (freeByEndpoint.get(endpointId) ?? 0) > 0 && (!isRetry || freeRetrySlots > 0);

  function claim(share: Share): void {
    share.count += 1;
    freeSlots -= 1;
    if (share.isRetry) freeRetrySlots -= 1;
    claimedByCompany.set(share.companyId, getClaimed(share.companyId) + 1);
    freeByEndpoint.set(share.endpointId, (freeByEndpoint.get(share.endpointId) ?? 0) - 1);
  }

  let isProgressing = true;
  while (freeSlots > 0 && isProgressing) {
    isProgressing = false;
    for (const { companyId, queue } of queues) {
      if (getClaimed(companyId) >= freeSlots) continue;
      const next = queue.findIndex(mayClaim);
      const [share] = next < 0 ? [] : queue.splice(next, 1);
      if (!share) continue;
      claim(share);
      queue.push(share);
      isProgressing = true;
    }
  }
  return queues
    .flatMap(({ queue }) => queue)
    .filter(({ count }) => count > 0)
    .map(({ due: _, ...quota }) => quota);
}

function orderClasses(
  queueClasses: readonly QueueClass[],
  loads: ReadonlyMap<number, EndpointLoad>,
): readonly QueueClass[] {
  const toOrder = ({ endpointId, isRetry }: QueueClass): readonly [number, number] => {
    const { openRequests = 0, areRetriesFirst = false } = loads.get(endpointId) ?? {};
    return [openRequests, Number(isRetry !== areRetriesFirst)];
  };
  return queueClasses
    .map((queueClass) => ({ queueClass, order: toOrder(queueClass) }))
    .sort((a, b) => a.order[0] - b.order[0] || a.order[1] - b.order[1])
    .map(({ queueClass }) => queueClass);
}
