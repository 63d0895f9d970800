import type { Caller } from '@svc/contracts';
import type { LoggedAttempt } from '../domain/attempt';
import type { ListedDelivery } from '../domain/delivery';
import type { Dependencies } from './dependencies';
import { getOwnDelivery } from './own-hook';

export const getHookDelivery =
  (dependencies: Dependencies) =>
  async (
    caller: Caller,
    id: string,
  ): Promise<{ delivery: ListedDelivery; attempts: LoggedAttempt[] }> => {
    const delivery = await getOwnDelivery(dependencies, caller, id);
    const attempts = await dependencies.deliveries.findAttempts(caller.companyId, delivery.id);
    return { delivery, attempts };
  };
