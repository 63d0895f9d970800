import type { Caller } from '@svc/contracts';
import { createEndpointActivity } from '../domain/endpoint-activity';
import { createSecret, rotateSecrets } from '../domain/signing-secret';
import type { EndpointWithSecret } from './create-endpoint';
import type { Dependencies } from './dependencies';
import { requireDashboard } from './require-endpoint';

/** The former secret signs too for a day. */
export const rotateSecret =
  ({ transact, now }: Dependencies) =>
  (caller: Caller, id: number): Promise<EndpointWithSecret> =>
    transact(async ({ endpoints, outbox }) => {
      const { companyId } = caller;
      const endpoint = requireDashboard(await endpoints.lock(companyId, id));
      const secret = createSecret();
      const secrets = await endpoints.getSecrets(companyId, id);
      const at = now();
      await endpoints.saveSecrets(companyId, id, rotateSecrets(secrets, secret, at));
      await outbox.append(
        createEndpointActivity(endpoint, 'Created a new secret for', { caller, at }),
      );
      return { endpoint, secret };
    });
