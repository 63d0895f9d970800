import { DomainError } from '@svc/contracts';
import type { Delivery } from '../domain/delivery';
import type { DeliveryLog } from '../persistence/delivery-log';

/** A delivery by its own id or by that of an attempt, or not_found. */
export async function requireDelivery(
  log: DeliveryLog,
  companyId: number,
  id: string,
): Promise<Delivery> {
  const delivery = await log.find(companyId, id);
  if (!delivery) throw new DomainError('not_found', `There is no delivery ${id}.`);
  return delivery;
}
