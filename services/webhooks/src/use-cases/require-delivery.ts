import { DomainError } from '@svc/contracts';
import type { Delivery } from '../domain/delivery';
import type { DeliveryReads } from '../persistence/delivery-reads';

/** Accepts the id of an attempt too. @throws not_found */
export async function requireDelivery(
  deliveries: DeliveryReads,
  companyId: number,
  id: string,
): Promise<Delivery> {
  const delivery = await deliveries.find(companyId, id);
  if (!delivery) throw new DomainError('not_found', `There is no delivery ${id}.`);
  return delivery;
}
