import {
  CONTEXT_HEADER,
  REQUEST_ID_HEADER,
  SCOPES,
  SERVICES,
  type ServiceName,
} from '@svc/contracts';
import { connectToService, type ServiceConnection, type ServiceResponse } from '@svc/http';
import type { Trust } from '@svc/trust';
import type { Dispatcher } from 'undici';
import { createTokenRejected } from '../../forwarding/token-rejected';
import type { RecordsOwner } from '../domain/company';

export interface ServiceAdminSettings {
  readonly urls: Readonly<Record<ServiceName, string>>;
  readonly trust: Trust;
  readonly now: () => Date;
}

export interface AdminCall {
  readonly service: ServiceName;
  readonly company: RecordsOwner;
  readonly method: string;
  /** Follows `/admin`, with its query. */
  readonly pathAndQuery: string;
  readonly body: Buffer;
  readonly requestId: string;
}

export type AdminChange = Pick<AdminCall, 'service' | 'company' | 'requestId'> & {
  readonly path: string;
};

export interface ServiceAdmin {
  /** @throws on a timeout, or if the service rejects the gateway's token. */
  call(request: AdminCall): Promise<ServiceResponse>;
  /** Returns the response's `data`. @throws on any status but 200. */
  post<Data>(change: AdminChange): Promise<Data>;
  close(): Promise<void>;
}

const TIMEOUT_MS = 120_000;

export function createServiceAdmin({ urls, trust, now }: ServiceAdminSettings): ServiceAdmin {
  const services = Object.fromEntries(
    SERVICES.map((name) => [name, connectToService(urls[name])]),
  ) as Record<ServiceName, ServiceConnection>;

  async function call({
    service,
    company,
    method,
    pathAndQuery,
    body,
    requestId,
  }: AdminCall): Promise<ServiceResponse> {
    const signToken = trust.signFor({
      reach: 'admin',
      companyId: company.id,
      sandboxOf: company.sandboxOf,
      zone: company.timezone,
      country: company.country,
      actor: 'ui',
      scopes: SCOPES,
    });
    const response = await services[service].send({
      path: `/admin${pathAndQuery}`,
      method: method as Dispatcher.HttpMethod,
      headers: {
        [CONTEXT_HEADER]: signToken({ audience: service }, now().getTime()),
        [REQUEST_ID_HEADER]: requestId,
        'content-type': 'application/json',
      },
      body: body.length > 0 ? body : null,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (response.isTokenRejected) throw createTokenRejected(service);
    return response;
  }

  return {
    call,
    async post<Data>({ path, ...change }: AdminChange): Promise<Data> {
      const request = { ...change, method: 'POST', pathAndQuery: path, body: Buffer.alloc(0) };
      const { status, body } = await call(request);
      if (status !== 200)
        throw new Error(`${change.service} responded with ${status} to POST ${path}.`);
      return (JSON.parse(body.toString()) as { readonly data: Data }).data;
    },
    close: async () => {
      await Promise.all(Object.values(services).map((each) => each.close()));
    },
  };
}
