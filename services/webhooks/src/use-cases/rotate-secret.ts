import type { Caller } from '@svc/contracts';
import { newSecret, rotated } from '../domain/signing-secret';
import type { EndpointWithSecret } from './create-endpoint';
import type { Dependencies } from './dependencies';
import { requireDashboard } from './require-endpoint';

/** The new secret; the former one signs beside it for a day. */
export const rotateSecret =
  ({ transact, now }: Dependencies) =>
  ({ companyId }: Caller, id: number): Promise<EndpointWithSecret> =>
    transact(async ({ endpoints }) => {
      const endpoint = requireDashboard(await endpoints.lock(companyId, id));
      const secret = newSecret();
      const secrets = await endpoints.secretsOf(companyId, id);
      await endpoints.keepSecrets(companyId, id, rotated(secrets, secret, now()));
      return { endpoint, secret };
    });
