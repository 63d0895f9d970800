/** Deliveries of one endpoint that are due, first attempts and retries apart. */
export interface Lane {
  readonly companyId: number;
  readonly endpointId: number;
  readonly isRetry: boolean;
  readonly due: number;
}

/** How many deliveries of a lane are taken now. */
export interface Allotment extends Omit<Lane, 'due'> {
  readonly count: number;
}

export interface Capacity {
  readonly slots: number;
  /** How many of the slots retries may take. */
  readonly retrySlots: number;
  /** How many more requests the endpoint may get at once. */
  room(endpointId: number): number;
  /** How many deliveries of the company are being sent. */
  underWay(companyId: number): number;
}

interface Share extends Lane {
  taken: number;
}

/**
 * Shares free slots among companies in turn, and among a company's endpoints in turn, so that
 * nobody's backlog delays the others. An endpoint's first attempts and retries take turns too.
 *
 * Who has the fewest under way is first in turn: slots come free one by one when all are taken, and
 * would all go to the same company otherwise.
 */
export function allot(
  lanes: readonly Lane[],
  { slots, retrySlots, room, underWay }: Capacity,
): Allotment[] {
  const left = { slots, retrySlots };
  const roomOf = new Map(lanes.map(({ endpointId }) => [endpointId, room(endpointId)]));
  const queues = companyQueues(lanes, underWay);

  const mayTake = ({ isRetry, endpointId, due, taken }: Share): boolean =>
    taken < due && (roomOf.get(endpointId) ?? 0) > 0 && (!isRetry || left.retrySlots > 0);

  function take(share: Share): void {
    share.taken += 1;
    left.slots -= 1;
    if (share.isRetry) left.retrySlots -= 1;
    roomOf.set(share.endpointId, (roomOf.get(share.endpointId) ?? 0) - 1);
  }

  let isProgressing = true;
  while (left.slots > 0 && isProgressing) {
    isProgressing = false;
    for (const queue of queues) {
      if (left.slots === 0) break;
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

function companyQueues(lanes: readonly Lane[], underWay: Capacity['underWay']): Share[][] {
  const byCompany = new Map<number, Share[]>();
  const firstAttemptsFirst = [...lanes].sort((a, b) => Number(a.isRetry) - Number(b.isRetry));
  for (const lane of firstAttemptsFirst) {
    const queue = byCompany.get(lane.companyId) ?? [];
    queue.push({ ...lane, taken: 0 });
    byCompany.set(lane.companyId, queue);
  }
  return [...byCompany]
    .sort(([one], [other]) => underWay(one) - underWay(other))
    .map(([, queue]) => queue);
}
