import type { Caller } from '@svc/contracts';
import type { Delivery } from '../domain/delivery';
import type { DeliveryFilter } from '../persistence/delivery-reads';
import type { Dependencies } from './dependencies';

/** The newest deliveries that pass the filter, as many as the limit allows. */
export const listDeliveries =
  ({ deliveries }: Dependencies) =>
  ({ companyId }: Caller, filter: DeliveryFilter, limit: number): Promise<Delivery[]> =>
    deliveries.list(companyId, filter, limit);
