import { SCOPES, type Context } from '@svc/contracts';
import { refusalOf, type ServiceAnswer, type ServiceCall, type ServiceClient } from '@svc/http';
import type { Mode } from '../../contract/mode';
import type { Company } from '../domain/company';
import type { Person } from '../domain/person';

/** A request of a person, as far as those who are asked because of it have to know. */
export interface Asker {
  readonly person: Person;
  readonly company: Pick<Company, 'companyId' | 'sandboxId' | 'zone' | 'country'>;
  /** Whose records the person looks at and changes. */
  readonly mode: Mode;
  readonly requestId: string;
}

/** Clients of the processes that own what people see and change. */
export type OwnerClients = Readonly<Record<Context | 'gateway', Pick<ServiceClient, 'ask'>>>;

export type Owner = keyof OwnerClients;

/** A call of a route that answers JSON. */
export interface OwnerCall extends Pick<ServiceCall, 'method' | 'deadlineMs'> {
  /** With its query, which holds nothing that was not encoded. */
  readonly path: string;
  readonly body?: object | undefined;
}

/** An owner's whole answer, with `request_id`. */
export interface OwnerAnswer<Data> {
  readonly status: number;
  readonly body: { readonly data: Data };
}

/** Asks the other processes on behalf of people. */
export interface Owners {
  /**
   * A private route: `path` is what follows `/admin`, or the gateway's `/internal/company`. A refusal is
   * thrown as its owner words it.
   */
  ask<Data>(asker: Asker, owner: Owner, call: OwnerCall): Promise<OwnerAnswer<Data>>;
  /** An operation of the API; its answer as it is, refusals too. */
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

/** What a person does is done in the dashboard, with all scopes; who it was is for histories alone. */
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

/** By which the other contexts know the records of a company in a mode. */
const recordsOf = ({ companyId, sandboxId }: Asker['company'], mode: Mode) =>
  mode === 'test' ? { companyId: sandboxId, sandboxOf: companyId } : { companyId };

/** A 401 says that the owner does not believe this process; the person has a session. */
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
