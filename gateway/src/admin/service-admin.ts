import { CONTEXT_HEADER, REQUEST_ID_HEADER, SCOPES, type ServiceName } from '@svc/contracts';
import type { Trust } from '@svc/trust';
import { Agent, request, type Dispatcher } from 'undici';
import type { CompanyRecord } from './domain/company';

export interface ServiceAdminSettings {
  readonly urls: Readonly<Record<ServiceName, string>>;
  readonly trust: Trust;
  readonly now: () => Date;
}

export interface AdminQuestion {
  readonly service: ServiceName;
  readonly company: CompanyRecord;
  readonly method: string;
  /** What follows `/admin`, with its query. */
  readonly pathAndQuery: string;
  readonly body: Buffer;
  readonly requestId: string;
}

export interface AdminAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly body: Buffer;
}

/** Asks the services' admin routes on the operator's behalf. */
export interface ServiceAdmin {
  ask(question: AdminQuestion): Promise<AdminAnswer>;
  close(): Promise<void>;
}

/** Rebuilding a projection takes its time. */
const TIMEOUT_MS = 120_000;

export function serviceAdmin({ urls, trust, now }: ServiceAdminSettings): ServiceAdmin {
  const dispatcher = new Agent({ headersTimeout: TIMEOUT_MS, bodyTimeout: TIMEOUT_MS });
  return {
    async ask({ service, company, method, pathAndQuery, body, requestId }) {
      const vouch = trust.vouchFor({
        reach: 'admin',
        companyId: company.id,
        zone: company.timezone,
        country: company.country,
        actor: 'ui',
        scopes: SCOPES,
      });
      const answer = await request(`${urls[service]}/admin${pathAndQuery}`, {
        method: method as Dispatcher.HttpMethod,
        headers: {
          [CONTEXT_HEADER]: vouch({ audience: service }, now().getTime()),
          [REQUEST_ID_HEADER]: requestId,
          'content-type': 'application/json',
        },
        body: body.length > 0 ? body : null,
        dispatcher,
      });
      return {
        status: answer.statusCode,
        contentType: String(answer.headers['content-type'] ?? ''),
        body: Buffer.from(await answer.body.arrayBuffer()),
      };
    },
    close: () => dispatcher.close(),
  };
}
