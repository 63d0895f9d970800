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

export interface Capacity {
  readonly slots: number;
  readonly retrySlots: number;
  loadOf(endpointId: number): EndpointLoad;
  underWay(companyId: number): number;
}

export interface EndpointLoad {
  readonly underWay: number;
  readonly freeToTake: number;
  readonly retriesFirst: boolean;
}

interface Share extends QueueClass {
  taken: number;
}

/**
 * Shares slots among companies and endpoints in turn. A company never gets more than it leaves
 * free, because receivers may hold slots for ten seconds.
 *
 * Taken slots become free one by one, so those with the fewest in flight come first, and
 * `retriesFirst` orders an endpoint's two classes; otherwise the same one would get each.
 */
export function shareSlots(
  queueClasses: readonly QueueClass[],
  { slots, retrySlots, loadOf, underWay }: Capacity,
): ClassQuota[] {
  const left = { slots, retrySlots };
  const loads = new Map(queueClasses.map(({ endpointId: id }) => [id, loadOf(id)]));
  const freeByEndpoint = new Map([...loads].map(([id, { freeToTake }]) => [id, freeToTake]));
  const queues = groupByCompany(orderClasses(queueClasses, loads), underWay);
  const byCompany = new Map(queueClasses.map(({ companyId: id }) => [id, underWay(id)]));
  const hasOf = (companyId: number): number => byCompany.get(companyId) ?? 0;

  const mayTake = ({ isRetry, endpointId, due, taken }: Share): boolean =>
    taken < due && (freeByEndpoint.get(endpointId) ?? 0) > 0 && (!isRetry || left.retrySlots > 0);

  function take(share: Share): void {
    share.taken += 1;
    left.slots -= 1;
    byCompany.set(share.companyId, hasOf(share.companyId) + 1);
    if (share.isRetry) left.retrySlots -= 1;
    freeByEndpoint.set(share.endpointId, (freeByEndpoint.get(share.endpointId) ?? 0) - 1);
  }

  let isProgressing = true;
  while (left.slots > 0 && isProgressing) {
    isProgressing = false;
    for (const queue of queues) {
      if (hasOf(queue[0]?.companyId ?? 0) >= left.slots) continue;
      const next = queue.findIndex(mayTake);
      const [share] = next < 0 ? [] : queue.splice(next, 1);
      if (!share) continue;
      take(share);
      queue.push(share);
      isProgressing = true;
    }
  }
  return queues
    .flat()
    .filter(({ taken }) => taken > 0)
    .map(({ companyId, endpointId, isRetry, taken }) => ({
      companyId,
      endpointId,
      isRetry,
      count: taken,
    }));
}

function orderClasses(
  queueClasses: readonly QueueClass[],
  loads: ReadonlyMap<number, EndpointLoad>,
): readonly QueueClass[] {
  const before = ({ endpointId, isRetry }: QueueClass): readonly [number, number] => {
    const { underWay = 0, retriesFirst = false } = loads.get(endpointId) ?? {};
    return [underWay, Number(isRetry !== retriesFirst)];
  };
  return queueClasses
    .map((queueClass) => ({ queueClass, order: before(queueClass) }))
    .sort((a, b) => a.order[0] - b.order[0] || a.order[1] - b.order[1])
    .map(({ queueClass }) => queueClass);
}

function groupByCompany(
  queueClasses: readonly QueueClass[],
  underWay: Capacity['underWay'],
): Share[][] {
  const byCompany = new Map<number, Share[]>();
  for (const queueClass of queueClasses) {
    const queue = byCompany.get(queueClass.companyId) ?? [];
    queue.push({ ...queueClass, taken: 0 });
    byCompany.set(queueClass.companyId, queue);
  }
  return [...byCompany]
    .sort(([one], [other]) => underWay(one) - underWay(other))
    .map(([, queue]) => queue);
}
