import type { Caller } from '@svc/contracts';
import type { Attempt, Delivery } from '../domain/delivery';
import type { Dependencies } from './dependencies';
import { requireDelivery } from './require-delivery';

/** A delivery by its own id or by that of an attempt, with all its attempts. */
export const getDelivery =
  ({ log }: Dependencies) =>
  async (
    { companyId }: Caller,
    id: string,
  ): Promise<{ delivery: Delivery; attempts: Attempt[] }> => {
    const delivery = await requireDelivery(log, companyId, id);
    return { delivery, attempts: await log.attemptsOf(companyId, delivery.id) };
  };
