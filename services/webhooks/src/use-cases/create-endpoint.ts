import { DomainError, type Caller } from '@svc/contracts';
import { newEndpoint, type Endpoint, type EndpointDetails } from '../domain/endpoint';
import { endpointActivity } from '../domain/endpoint-activity';
import { firstSecrets, newSecret } from '../domain/signing-secret';
import type { UnitOfWork } from '../persistence/transaction';
import type { Dependencies } from './dependencies';

export interface EndpointWithSecret {
  readonly endpoint: Endpoint;
  readonly secret: string;
}

const MOST_ENDPOINTS = 500;

/** The caller has checked the address. */
export async function addEndpoint(
  { endpoints, companies, outbox }: UnitOfWork,
  caller: Caller,
  { url, events }: EndpointDetails,
  at: Date,
): Promise<EndpointWithSecret> {
  const { companyId, sandboxOf, zone, country } = caller;
  await endpoints.lockName(`endpoints of company ${companyId}`);
  if ((await endpoints.count({ companyId, managedBy: 'dashboard' })) >= MOST_ENDPOINTS) {
    throw new DomainError('conflict', `A company has at most ${MOST_ENDPOINTS} endpoints.`);
  }
  const settings = { zone, country, plan: null, features: null, version: 0 };
  await companies.keep({ companyId, sandboxOf, ...settings });
  const secret = newSecret();
  const details = { companyId, managedBy: 'dashboard', keyId: null, url, events } as const;
  const secrets = firstSecrets(secret);
  const endpoint = await endpoints.add(newEndpoint({ ...details, secrets }, at));
  await outbox.append(endpointActivity(endpoint, 'Created', { caller, at }));
  return { endpoint, secret };
}

export const createEndpoint =
  ({ transact, checkTarget, now }: Dependencies) =>
  async (caller: Caller, details: EndpointDetails): Promise<EndpointWithSecret> => {
    await checkTarget({ url: details.url, field: 'url' });
    return transact((unit) => addEndpoint(unit, caller, details, now()));
  };
