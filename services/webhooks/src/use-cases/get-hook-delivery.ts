import type { Caller } from '@svc/contracts';
import type { LoggedDelivery } from '../domain/delivery';
import type { Dependencies } from './dependencies';
import { getOwnDelivery } from './own-hook';

export const getHookDelivery =
  (dependencies: Dependencies) =>
  async (caller: Caller, id: string): Promise<LoggedDelivery> => {
    const delivery = await getOwnDelivery(dependencies, caller, id);
    const attempts = await dependencies.deliveries.findAttempts(caller.companyId, delivery.id);
    return { delivery, attempts };
  };
