import type { Caller } from '@svc/contracts';
import type { ManagedEndpoint } from '../domain/endpoint';
import { createEndpointActivity } from '../domain/endpoint-activity';
import { createSecret, rotateSecrets } from '../domain/signing-secret';
import type { UnitOfWork } from '../persistence/transaction';
import type { EndpointWithSecret } from './create-endpoint';
import type { Dependencies } from './dependencies';
import { lockOwnPushedHook } from './own-hook';
import { requireDashboard } from './require-endpoint';

export interface EndpointWithNewSecret extends EndpointWithSecret {
  readonly endpoint: ManagedEndpoint;
  readonly formerUntil: Date;
}

/** For a day, the former secret signs as well. */
const rotate =
  (
    { transact, now }: Dependencies,
    lock: (unit: UnitOfWork, caller: Caller, id: number) => Promise<ManagedEndpoint>,
  ) =>
  (caller: Caller, id: number): Promise<EndpointWithNewSecret> =>
    transact(async (unit) => {
      const { endpoints, outbox } = unit;
      const { companyId } = caller;
      const endpoint = await lock(unit, caller, id);
      const secret = createSecret();
      const at = now();
      const rotated = rotateSecrets(await endpoints.getSecrets(companyId, id), secret, at);
      await endpoints.saveSecrets(companyId, id, rotated);
      await outbox.append(
        createEndpointActivity(endpoint, 'Created a new secret for', { caller, at }),
      );
      return { endpoint, secret, formerUntil: rotated.formerUntil };
    });

export const rotateSecret = (dependencies: Dependencies) =>
  rotate(dependencies, async ({ endpoints }, { companyId }, id) =>
    requireDashboard(await endpoints.lock(companyId, id)),
  );

export const rotateHookSecret = (dependencies: Dependencies) =>
  rotate(dependencies, lockOwnPushedHook);
