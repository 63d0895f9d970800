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
import { statementRefused } from '../../forwarding/statement-refused';
import type { RecordsOwner } from '../domain/company';

export interface ServiceAdminSettings {
  readonly urls: Readonly<Record<ServiceName, string>>;
  readonly trust: Trust;
  readonly now: () => Date;
}

export interface AdminQuestion {
  readonly service: ServiceName;
  readonly company: RecordsOwner;
  readonly method: string;
  /** What follows `/admin`, with its query. */
  readonly pathAndQuery: string;
  readonly body: Buffer;
  readonly requestId: string;
}

/** A change that the gateway has a service make by itself. */
export type AdminChange = Pick<AdminQuestion, 'service' | 'company' | 'requestId'> & {
  /** What follows `/admin`. */
  readonly path: string;
};

/** Asks the services' admin routes on the operator's behalf. */
export interface ServiceAdmin {
  /** @throws when there is no answer in time, or the service does not accept what the gateway says. */
  ask(question: AdminQuestion): Promise<ServiceResponse>;
  /** The `data` of the answer; anything but success is thrown. */
  post<Data>(change: AdminChange): Promise<Data>;
  close(): Promise<void>;
}

/** From asking to the last byte of the answer: rebuilding a projection takes its time. */
const TIMEOUT_MS = 120_000;

export function serviceAdmin({ urls, trust, now }: ServiceAdminSettings): ServiceAdmin {
  const services = Object.fromEntries(
    SERVICES.map((name) => [name, connectToService(urls[name])]),
  ) as Record<ServiceName, ServiceConnection>;

  async function ask({
    service,
    company,
    method,
    pathAndQuery,
    body,
    requestId,
  }: AdminQuestion): Promise<ServiceResponse> {
    const vouch = trust.signFor({
      reach: 'admin',
      companyId: company.id,
      sandboxOf: company.sandboxOf,
      zone: company.timezone,
      country: company.country,
      actor: 'ui',
      scopes: SCOPES,
    });
    const answer = await services[service].send({
      path: `/admin${pathAndQuery}`,
      method: method as Dispatcher.HttpMethod,
      headers: {
        [CONTEXT_HEADER]: vouch({ audience: service }, now().getTime()),
        [REQUEST_ID_HEADER]: requestId,
        'content-type': 'application/json',
      },
      body: body.length > 0 ? body : null,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (answer.isTokenRejected) throw statementRefused(service);
    return answer;
  }

  return {
    ask,
    async post<Data>({ path, ...change }: AdminChange): Promise<Data> {
      const question = { ...change, method: 'POST', pathAndQuery: path, body: Buffer.alloc(0) };
      const { status, body } = await ask(question);
      if (status !== 200) throw new Error(`${change.service} answered ${status} to POST ${path}.`);
      return (JSON.parse(body.toString()) as { readonly data: Data }).data;
    },
    close: async () => {
      await Promise.all(Object.values(services).map((each) => each.close()));
    },
  };
}
