import { SCOPES, type Context } from '@svc/contracts';
import {
  parseRejection,
  type ServiceResponse,
  type ServiceCall,
  type ServiceClient,
} from '@svc/http';
import type { Mode } from '../../contract/mode';
import type { Company } from '../domain/company';
import type { Person } from '../domain/person';

/** Has no person when a calendar is read by its secret link. */
export interface AnyRequester {
  readonly person?: Person;
  readonly company: Pick<Company, 'companyId' | 'sandboxId' | 'zone' | 'country'>;
  readonly mode: Mode;
  readonly requestId: string;
}

export interface Requester extends AnyRequester {
  readonly person: Person;
}

export type OwnerClients = Readonly<Record<Context | 'gateway', Pick<ServiceClient, 'call'>>>;

export type Owner = keyof OwnerClients;

export interface OwnerCall extends Pick<ServiceCall, 'method' | 'deadlineMs'> {
  /** Path and encoded query. */
  readonly path: string;
  readonly body?: object | undefined;
}

export interface OwnerResponse<Data> {
  readonly status: number;
  readonly body: { readonly data: Data; readonly pagination?: { readonly total: number } };
}

export interface OwnerServices {
  /**
   * Calls a path below the owner's `/admin`, or the gateway's `/internal/company`. Throws the
   * owner's error.
   */
  call<Data>(requester: AnyRequester, owner: Owner, call: OwnerCall): Promise<OwnerResponse<Data>>;
  /** Returns errors, too. */
  callOperation(requester: Requester, owner: Context, call: ServiceCall): Promise<ServiceResponse>;
}

/** The total of a list. */
export async function countRecords(
  owners: Pick<OwnerServices, 'call'>,
  requester: Requester,
  owner: Owner,
  path: string,
): Promise<number> {
  const call = { method: 'GET', path: `${path}?per_page=1` } as const;
  const { body } = await owners.call(requester, owner, call);
  return body.pagination?.total ?? 0;
}

export const createOwners = (clients: OwnerClients): OwnerServices => ({
  async call(requester, owner, { path: given, body, ...call }) {
    const isGateway = owner === 'gateway';
    const path = `${isGateway ? '/internal/company' : '/admin'}${given}`;
    const caller = createCaller(requester, isGateway ? 'internal' : 'admin');
    const bytes = Buffer.isBuffer(body) ? body : body && Buffer.from(JSON.stringify(body));
    return parseOwnerResponse(
      await clients[owner].call({ ...call, path, body: bytes }, caller),
      owner,
    );
  },
  async callOperation(requester, owner, call) {
    const response = await clients[owner].call(call, createCaller(requester, 'api'));
    requireAccepted(response, owner);
    return response;
  },
});

/** A person acts with all scopes; `personId` is only for histories. */
const createCaller = (
  { person, company, mode, requestId }: AnyRequester,
  reach: 'admin' | 'internal' | 'api',
) => ({
  reach,
  ...toCompanyIds(company, mode),
  zone: company.zone,
  country: company.country,
  actor: 'ui',
  personId: person?.userId,
  scopes: SCOPES,
  requestId,
});

const toCompanyIds = ({ companyId, sandboxId }: Requester['company'], mode: Mode) =>
  mode === 'test' ? { companyId: sandboxId, sandboxOf: companyId } : { companyId };

/** A 401 must not reach the browser, which would take it for the end of the session. */
function requireAccepted({ status }: ServiceResponse, owner: string): void {
  if (status === 401) throw new Error(`${owner} rejected the dashboard's token.`);
}

function parseOwnerResponse<Data>(response: ServiceResponse, owner: string): OwnerResponse<Data> {
  requireAccepted(response, owner);
  const { status, body } = response;
  if (status < 200 || status >= 300) {
    throw parseRejection(response) ?? new Error(`${owner} responded with ${status}.`);
  }
  return { status, body: JSON.parse(body.toString()) as OwnerResponse<Data>['body'] };
}
