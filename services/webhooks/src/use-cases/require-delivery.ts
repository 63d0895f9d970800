import { DomainError } from '@svc/contracts';
import type { Delivery } from '../domain/delivery';
import type { DeliveryReads } from '../persistence/delivery-reads';

/** A delivery by its own id or by that of an attempt, or not_found. */
export async function requireDelivery(
  deliveries: DeliveryReads,
  companyId: number,
  id: string,
): Promise<Delivery> {
  const delivery = await deliveries.find(companyId, id);
  if (!delivery) throw new DomainError('not_found', `There is no delivery ${id}.`);
  return delivery;
}
