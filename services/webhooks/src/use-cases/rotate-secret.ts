import type { Caller } from '@svc/contracts';
import { endpointActivity } from '../domain/endpoint-activity';
import { newSecret, rotated } from '../domain/signing-secret';
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
      const secret = newSecret();
      const secrets = await endpoints.secretsOf(companyId, id);
      const at = now();
      await endpoints.keepSecrets(companyId, id, rotated(secrets, secret, at));
      await outbox.append(endpointActivity(endpoint, 'Made a new secret for', { caller, at }));
      return { endpoint, secret };
    });
