import type { Caller } from '@svc/contracts';
import type { Attempt, ListedDelivery } from '../domain/delivery';
import type { Dependencies } from './dependencies';
import { requireDelivery } from './require-delivery';

/** Accepts the id of an attempt too. */
export const getDelivery =
  ({ deliveries, endpoints }: Dependencies) =>
  async (
    { companyId }: Caller,
    id: string,
  ): Promise<{ delivery: ListedDelivery; attempts: Attempt[] }> => {
    const delivery = await requireDelivery(deliveries, companyId, id);
    const [endpoint] = await endpoints.find({ companyId, id: delivery.endpointId });
    const attempts = await deliveries.attemptsOf(companyId, delivery.id);
    return { delivery: { ...delivery, endpointUrl: endpoint?.url ?? null }, attempts };
  };
