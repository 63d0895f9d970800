import type { Caller } from '@svc/contracts';
import type { ManagedEndpoint } from '../domain/endpoint';
import type { UnitOfWork } from '../persistence/transaction';
import type { Dependencies } from './dependencies';
import { lockOwnHook } from './own-hook';
import { markLackingRights, type EndpointWithRights } from './mark-lacking-rights';
import { switchEndpointOff } from './stop-endpoint';
import { reactivateSubscription } from './subscribe-hook';

const changeHook =
  (
    { transact, endpoints, now }: Dependencies,
    change: (unit: UnitOfWork, hook: ManagedEndpoint, at: Date) => Promise<ManagedEndpoint>,
  ) =>
  async (caller: Caller, id: number): Promise<EndpointWithRights> => {
    const hook = await transact(async (unit) =>
      change(unit, await lockOwnHook(unit, caller, id), now()),
    );
    const [withRights] = await markLackingRights(endpoints, caller.companyId, [hook]);
    return withRights as EndpointWithRights;
  };

export const pauseHook = (dependencies: Dependencies) =>
  changeHook(dependencies, async (unit, hook, at) =>
    hook.isOn ? switchEndpointOff(unit, hook, at) : hook,
  );

export const resumeHook = (dependencies: Dependencies) =>
  changeHook(dependencies, ({ endpoints }, hook, at) =>
    reactivateSubscription(endpoints, hook, at),
  );
