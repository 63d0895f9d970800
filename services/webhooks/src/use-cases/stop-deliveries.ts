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

const MAX_ENDPOINTS_PER_RUN = 100;
const MAX_DELIVERIES_PER_TRANSACTION = 500;

/** Such as the subscriptions of a revoked key. */
export const stopDeliveriesOfRemoved =
  ({ queue, transact }: Pick<Dependencies, 'queue' | 'transact'>) =>
  async (): Promise<BatchResults<StoppedDeliveries>> =>
    runEach(
      await queue.findRemovedEndpoints(MAX_ENDPOINTS_PER_RUN),
      async ({ companyId, endpointId }) => {
        let stopped = 0;
        for (;;) {
          const more = await transact(({ deliveries }) =>
            deliveries.stop(companyId, endpointId, MAX_DELIVERIES_PER_TRANSACTION),
          );
          stopped += more;
          if (more < MAX_DELIVERIES_PER_TRANSACTION) return { companyId, stopped };
        }
      },
    );
