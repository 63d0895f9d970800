import { SCOPES, type Context } from '@svc/contracts';
import { refusalOf, type ServiceAnswer, type ServiceCall, type ServiceClient } from '@svc/http';
import type { Mode } from '../../contract/mode';
import type { Company } from '../domain/company';
import type { Person } from '../domain/person';

export interface Asker {
  readonly person: Person;
  readonly company: Pick<Company, 'companyId' | 'sandboxId' | 'zone' | 'country'>;
  readonly mode: Mode;
  readonly requestId: string;
}

export type OwnerClients = Readonly<Record<Context | 'gateway', Pick<ServiceClient, 'ask'>>>;

export type Owner = keyof OwnerClients;

export interface OwnerCall extends Pick<ServiceCall, 'method' | 'deadlineMs'> {
  /** Path and encoded query. */
  readonly path: string;
  readonly body?: object | undefined;
}

export interface OwnerAnswer<Data> {
  readonly status: number;
  readonly body: { readonly data: Data };
}

export interface Owners {
  /**
   * Calls a private route below the owner's `/admin`, or the gateway's `/internal/company`. Throws
   * the owner's error.
   */
  ask<Data>(asker: Asker, owner: Owner, call: OwnerCall): Promise<OwnerAnswer<Data>>;
  /** Calls an operation of the API and returns the response, errors included. */
  operation(asker: Asker, owner: Context, call: ServiceCall): Promise<ServiceAnswer>;
}

export const ownersOf = (clients: OwnerClients): Owners => ({
  async ask(asker, owner, { path: given, body, ...call }) {
    const isGateway = owner === 'gateway';
    const path = `${isGateway ? '/internal/company' : '/admin'}${given}`;
    const caller = callerFor(asker, isGateway ? 'internal' : 'admin');
    const bytes = Buffer.isBuffer(body) ? body : body && Buffer.from(JSON.stringify(body));
    return read(await clients[owner].ask({ ...call, path, body: bytes }, caller), owner);
  },
  async operation(asker, owner, call) {
    const answer = await clients[owner].ask(call, callerFor(asker, 'api'));
    requireAccepted(answer, owner);
    return answer;
  },
});

/** A person acts with all scopes; `personId` is only for histories. */
const callerFor = (
  { person, company, mode, requestId }: Asker,
  reach: 'admin' | 'internal' | 'api',
) => ({
  reach,
  ...recordsOf(company, mode),
  zone: company.zone,
  country: company.country,
  actor: 'ui',
  personId: person.userId,
  scopes: SCOPES,
  requestId,
});

const recordsOf = ({ companyId, sandboxId }: Asker['company'], mode: Mode) =>
  mode === 'test' ? { companyId: sandboxId, sandboxOf: companyId } : { companyId };

/** A 401 must not reach the browser, which would take it for the end of the session. */
function requireAccepted({ status }: ServiceAnswer, owner: string): void {
  if (status === 401) throw new Error(`${owner} does not believe the dashboard's statements.`);
}

function read<Data>(answer: ServiceAnswer, owner: string): OwnerAnswer<Data> {
  requireAccepted(answer, owner);
  const { status, body } = answer;
  if (status < 200 || status >= 300) {
    throw refusalOf(answer) ?? new Error(`${owner} answered ${status}.`);
  }
  return { status, body: JSON.parse(body.toString()) as OwnerAnswer<Data>['body'] };
}
