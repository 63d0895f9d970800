import type { StoppedDelivery } from '../persistence/delivery-log';
import type { Dependencies } from './dependencies';

/** Stops a delivery whose endpoint has no right to its event, or had none when this happened. */
export const stopDelivery =
  ({ transact }: Pick<Dependencies, 'transact'>) =>
  (stopped: StoppedDelivery): Promise<void> =>
    transact(({ deliveries }) => deliveries.stopOne(stopped));
