import type { Caller } from '@svc/contracts';
import type { Delivery } from '../domain/delivery';
import type { Dependencies } from './dependencies';
import { getOwnDelivery, getOwnHook } from './own-hook';
import { resendDelivery } from './resend-delivery';
import { resendFailed } from './resend-failed';

export const resendHookDelivery =
  (dependencies: Dependencies) =>
  async (caller: Caller, deliveryId: string): Promise<Delivery> => {
    const { id } = await getOwnDelivery(dependencies, caller, deliveryId);
    return resendDelivery(dependencies)(caller, id);
  };

export const resendFailedHookDeliveries =
  (dependencies: Dependencies) =>
  async (caller: Caller, id: number, since: Date): Promise<number> => {
    await getOwnHook(dependencies, caller, id);
    return resendFailed(dependencies)(caller, since, id);
  };
