import { runEach, type BatchResults } from '@svc/kernel';
import type { StoppedDelivery } from '../persistence/delivery-log';
import type { Dependencies } from './dependencies';

export const stopDelivery =
  ({ transact }: Pick<Dependencies, 'transact'>) =>
  (stopped: StoppedDelivery): Promise<void> =>
    transact(({ deliveries }) => deliveries.stopOne(stopped));

/** Does nothing when the endpoint is on again. */
export const stopDeliveries =
  ({ transact }: Pick<Dependencies, 'transact'>) =>
  (companyId: number, id: number): Promise<void> =>
    transact(async ({ endpoints, deliveries }) => {
      const endpoint = await endpoints.lockIfThere(companyId, id);
      if (!endpoint?.isOn) await deliveries.stop(companyId, id);
    });

interface StoppedDeliveries {
  readonly companyId: number;
  readonly stopped: number;
}

const ENDPOINTS_AT_ONCE = 100;
const DELIVERIES_AT_ONCE = 500;

/**
 * Stops deliveries of endpoints that were removed without them, such as a revoked key's
 * subscriptions.
 */
export const stopDeliveriesOfRemoved =
  ({ queue, transact }: Pick<Dependencies, 'queue' | 'transact'>) =>
  async (): Promise<BatchResults<StoppedDeliveries>> =>
    runEach(await queue.ofRemoved(ENDPOINTS_AT_ONCE), async ({ companyId, endpointId }) => {
      let stopped = 0;
      for (;;) {
        const more = await transact(({ deliveries }) =>
          deliveries.stop(companyId, endpointId, DELIVERIES_AT_ONCE),
        );
        stopped += more;
        if (more < DELIVERIES_AT_ONCE) return { companyId, stopped };
      }
    });
