import type { DeliveryQueue } from '../persistence/delivery-queue';
import type { EndpointName } from '../persistence/endpoint-table';
import type { Transact } from '../persistence/transaction';

const ENDPOINTS_AT_ONCE = 100;
/** Of the thousands that may wait for one endpoint. */
const DELIVERIES_AT_ONCE = 500;

/**
 * Gives up deliveries to endpoints that were removed without them, as the subscriptions of a revoked key
 * are, and answers to which.
 */
export const giveUpOfRemoved =
  (queue: Pick<DeliveryQueue, 'ofRemoved'>, transact: Transact) =>
  async (): Promise<readonly EndpointName[]> => {
    const gaveUp: EndpointName[] = [];
    for (const removed of await queue.ofRemoved(ENDPOINTS_AT_ONCE)) {
      const { companyId, endpointId } = removed;
      const stopSome = (): Promise<number> =>
        transact(({ deliveries }) =>
          deliveries.stopSome(companyId, endpointId, DELIVERIES_AT_ONCE),
        );
      if ((await stopSome()) > 0) gaveUp.push(removed);
      while ((await stopSome()) > 0);
    }
    return gaveUp;
  };
