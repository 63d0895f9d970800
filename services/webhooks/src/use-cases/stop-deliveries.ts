import { runEach, type BatchResults } from '@svc/kernel';
import type { DeliveryToStop } from '../persistence/delivery-log';
import type { Dependencies } from './dependencies';

export const stopDelivery =
  ({ transact }: Pick<Dependencies, 'transact'>) =>
  (delivery: DeliveryToStop): Promise<void> =>
    transact(({ deliveries }) => deliveries.stopOne(delivery));

/** Does nothing when the endpoint is on again. */
export const stopDeliveries =
  ({ transact }: Pick<Dependencies, 'transact'>) =>
  (companyId: number, id: number): Promise<void> =>
    transact(async ({ endpoints, deliveries }) => {
      const endpoint = await endpoints.lockIfThere(companyId, id);
      if (!endpoint?.isOn) await deliveries.stop(companyId, id);
    });

interface StopResult {
  readonly companyId: number;
  readonly stopped: number;
}

const MAX_ENDPOINTS_PER_RUN = 100;
const MAX_DELIVERIES_PER_TRANSACTION = 500;

/** A revoked key's subscriptions are removed first; their deliveries, which may be many, are stopped here. */
export const stopDeliveriesOfRemoved =
  ({ queue, transact }: Pick<Dependencies, 'queue' | 'transact'>) =>
  async (): Promise<BatchResults<StopResult>> =>
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
