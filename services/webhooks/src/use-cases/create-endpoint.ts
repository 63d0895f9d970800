import { DomainError, type Caller } from '@svc/contracts';
import { createNewEndpoint, type WebhookEndpoint, type EndpointDetails } from '../domain/endpoint';
import { restoreHiddenValues } from '../domain/own-headers';
import { createEndpointActivity } from '../domain/endpoint-activity';
import { createSecrets, createSecret } from '../domain/signing-secret';
import type { UnitOfWork } from '../persistence/transaction';
import type { Dependencies } from './dependencies';

export interface EndpointWithSecret {
  readonly endpoint: WebhookEndpoint;
  readonly secret: string;
}

const MAX_ENDPOINTS = 500;

/** The caller has checked the address. */
export async function addEndpoint(
  { endpoints, companies, outbox }: UnitOfWork,
  caller: Caller,
  { headers = [], ...given }: EndpointDetails,
  at: Date,
): Promise<EndpointWithSecret> {
  const { companyId } = caller;
  await endpoints.lockName(`endpoints of company ${companyId}`);
  if ((await endpoints.count({ companyId, managedBy: 'dashboard' })) >= MAX_ENDPOINTS) {
    throw new DomainError(
      'conflict',
      `A company has at most ${MAX_ENDPOINTS} endpoints; delete one first.`,
    );
  }
  await companies.saveCaller(caller);
  const secret = createSecret();
  const details = {
    ...given,
    companyId,
    managedBy: 'dashboard',
    keyId: null,
    headers: restoreHiddenValues(headers, []),
  } as const;
  const secrets = createSecrets(secret);
  const endpoint = await endpoints.add(createNewEndpoint({ ...details, secrets }, at));
  await outbox.append(createEndpointActivity(endpoint, 'Created', { caller, at }));
  return { endpoint, secret };
}

export const createEndpoint =
  ({ transact, checkTarget, now }: Dependencies) =>
  async (caller: Caller, details: EndpointDetails): Promise<EndpointWithSecret> => {
    await checkTarget({ url: details.url, field: 'url' });
    return transact((unit) => addEndpoint(unit, caller, details, now()));
  };
