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

/** A call of a route that answers JSON. */
export interface OwnerCall {
  readonly method: ServiceCall['method'];
  /** With its query, which holds nothing that was not encoded. */
  readonly path: string;
  readonly body?: object;
  readonly deadlineMs?: number;
}

/** What an owner answers beside `success`, `message` and `request_id`. */
export interface OwnerAnswer<Data> {
  readonly data: Data;
  readonly pagination?: { readonly total: number };
}

/** Asks the other processes on behalf of people. A refusal of theirs is thrown as they word it. */
export interface Owners {
  /** An admin route of a service: `path` is what follows `/admin`. */
  admin<Data>(asker: Asker, owner: Context, call: OwnerCall): Promise<OwnerAnswer<Data>>;
  /** A route for the company of the person: `path` is what follows `/internal/company`. */
  gateway<Data>(asker: Asker, call: OwnerCall): Promise<OwnerAnswer<Data>>;
  /** An operation of the API; its answer as it is, refusals too. */
  operation(asker: Asker, owner: Context, call: ServiceCall): Promise<ServiceAnswer>;
}

export function ownersOf(clients: OwnerClients): Owners {
  const ask = async <Data>(
    asker: Asker,
    owner: Context | 'gateway',
    reach: 'admin' | 'internal',
    { body, ...call }: OwnerCall,
  ): Promise<OwnerAnswer<Data>> => {
    const bytes = body && Buffer.from(JSON.stringify(body));
    const answer = await clients[owner].ask({ ...call, body: bytes }, callerFor(asker, reach));
    return read(answer, owner);
  };
  return {
    admin: (asker, owner, { path, ...call }) =>
      ask(asker, owner, 'admin', { ...call, path: `/admin${path}` }),
    gateway: (asker, { path, ...call }) =>
      ask(asker, 'gateway', 'internal', { ...call, path: `/internal/company${path}` }),
    async operation(asker, owner, call) {
      const answer = await clients[owner].ask(call, callerFor(asker, 'api'));
      requireAccepted(answer, owner);
      return answer;
    },
  };
}

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

async function read<Data>(answer: ServiceAnswer, owner: string): Promise<OwnerAnswer<Data>> {
  requireAccepted(answer, owner);
  const { status } = answer;
  if (status >= 200 && status < 300) return JSON.parse(answer.body.toString()) as OwnerAnswer<Data>;
  throw refusalOf(answer) ?? new Error(`${owner} answered ${status}.`);
}
