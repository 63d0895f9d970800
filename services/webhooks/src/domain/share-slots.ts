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
  getLoad(endpointId: number): EndpointLoad;
  countSendingForCompany(companyId: number): number;
}

export interface EndpointLoad {
  readonly sending: number;
  readonly freeToTake: number;
  readonly areRetriesFirst: boolean;
}

interface Share extends QueueClass {
  taken: number;
}

/**
 * Shares slots among companies and endpoints in turn. A company never gets more than it leaves
 * free, because receivers may hold slots for ten seconds.
 *
 * Slots become free one by one. So that the same class does not get every one, companies and
 * endpoints with the fewest requests in flight come first, and `areRetriesFirst` orders an
 * endpoint's two classes.
 */
export function shareSlots(
  queueClasses: readonly QueueClass[],
  { slots, retrySlots, getLoad, countSendingForCompany }: Capacity,
): ClassQuota[] {
  const left = { slots, retrySlots };
  const loads = new Map(queueClasses.map(({ endpointId: id }) => [id, getLoad(id)]));
  const freeByEndpoint = new Map([...loads].map(([id, { freeToTake }]) => [id, freeToTake]));
  const queues = groupByCompany(orderClasses(queueClasses, loads), countSendingForCompany);
  const takenByCompany = new Map(
    queueClasses.map(({ companyId: id }) => [id, countSendingForCompany(id)]),
  );
  const countTaken = (companyId: number): number => takenByCompany.get(companyId) ?? 0;

  const mayTake = ({ isRetry, endpointId, due, taken }: Share): boolean =>
    taken < due && (freeByEndpoint.get(endpointId) ?? 0) > 0 && (!isRetry || left.retrySlots > 0);

  function take(share: Share): void {
    share.taken += 1;
    left.slots -= 1;
    takenByCompany.set(share.companyId, countTaken(share.companyId) + 1);
    if (share.isRetry) left.retrySlots -= 1;
    freeByEndpoint.set(share.endpointId, (freeByEndpoint.get(share.endpointId) ?? 0) - 1);
  }

  let isProgressing = true;
  while (left.slots > 0 && isProgressing) {
    isProgressing = false;
    for (const queue of queues) {
      if (countTaken(queue[0]?.companyId ?? 0) >= left.slots) continue;
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
  const toOrder = ({ endpointId, isRetry }: QueueClass): readonly [number, number] => {
    const { sending = 0, areRetriesFirst = false } = loads.get(endpointId) ?? {};
    return [sending, Number(isRetry !== areRetriesFirst)];
  };
  return queueClasses
    .map((queueClass) => ({ queueClass, order: toOrder(queueClass) }))
    .sort((a, b) => a.order[0] - b.order[0] || a.order[1] - b.order[1])
    .map(({ queueClass }) => queueClass);
}

function groupByCompany(
  queueClasses: readonly QueueClass[],
  countSendingForCompany: Capacity['countSendingForCompany'],
): Share[][] {
  const byCompany = new Map<number, Share[]>();
  for (const queueClass of queueClasses) {
    const queue = byCompany.get(queueClass.companyId) ?? [];
    queue.push({ ...queueClass, taken: 0 });
    byCompany.set(queueClass.companyId, queue);
  }
  return [...byCompany]
    .sort(([one], [other]) => countSendingForCompany(one) - countSendingForCompany(other))
    .map(([, queue]) => queue);
}
