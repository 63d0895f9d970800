import type { Caller } from '@svc/contracts';
import type { LoggedDelivery } from '../domain/delivery';
import type { Dependencies } from './dependencies';

/** Accepts the id of an attempt too. */
export const getDelivery =
  ({ deliveries }: Dependencies) =>
  async ({ companyId }: Caller, id: string): Promise<LoggedDelivery> => {
    const delivery = await deliveries.get(companyId, id);
    return { delivery, attempts: await deliveries.findAttempts(companyId, delivery.id) };
  };
