import type { Caller } from '@svc/contracts';
import type { Dependencies } from './dependencies';
import { lockOwnHook } from './own-hook';
import { removeEndpoint } from './stop-endpoint';

export const unsubscribeHook =
  ({ transact }: Dependencies) =>
  (caller: Caller, id: number): Promise<void> =>
    transact(async (unit) => removeEndpoint(unit, await lockOwnHook(unit, caller, id)));
