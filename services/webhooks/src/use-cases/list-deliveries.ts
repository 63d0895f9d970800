import type { Caller } from '@svc/contracts';
import type { Page } from '@svc/kernel';
import type { ListedDelivery } from '../domain/delivery';
import type { DeliveryFilter } from '../persistence/delivery-reads';
import type { Dependencies } from './dependencies';

/** One page of the deliveries that pass the filter, newest first, with the total. */
export const listDeliveries =
  ({ deliveries }: Dependencies) =>
  (
    { companyId }: Caller,
    filter: DeliveryFilter,
    page: Page,
  ): Promise<{ rows: ListedDelivery[]; total: number }> =>
    deliveries.page(companyId, filter, page);
