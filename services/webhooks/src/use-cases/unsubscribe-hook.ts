import { DomainError, type Caller } from '@svc/contracts';
import type { Dependencies } from './dependencies';
import { removeEndpoint } from './stop-endpoint';
import { requireKeyId } from './subscribe-hook';

/** A key removes only its own subscriptions. */
export const unsubscribeHook =
  ({ transact }: Dependencies) =>
  (caller: Caller, id: number): Promise<void> =>
    transact(async (unit) => {
      const endpoint = await unit.endpoints.lockIfThere(caller.companyId, id);
      if (endpoint?.keyId !== requireKeyId(caller)) {
        throw new DomainError('not_found', 'Webhook subscription not found.');
      }
      await removeEndpoint(unit, endpoint);
    });
