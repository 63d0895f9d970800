import type { Caller } from '@svc/contracts';
import type { LoggedAttempt } from '../domain/attempt';
import type { ListedDelivery } from '../domain/delivery';
import type { Dependencies } from './dependencies';

/** Accepts the id of an attempt too. */
export const getDelivery =
  ({ deliveries, endpoints }: Dependencies) =>
  async (
    { companyId }: Caller,
    id: string,
  ): Promise<{ delivery: ListedDelivery; attempts: LoggedAttempt[] }> => {
    const delivery = await deliveries.get(companyId, id);
    const [endpoint] = await endpoints.find({ companyId, id: delivery.endpointId });
    const attempts = await deliveries.findAttempts(companyId, delivery.id);
    return { delivery: { ...delivery, endpointUrl: endpoint?.url ?? null }, attempts };
  };
