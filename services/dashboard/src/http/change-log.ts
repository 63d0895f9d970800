import type { ApiKeyAnswer, AssetAnswer, CustomerAnswer, JobAnswer } from '../../contract/answers';
import type { LoggedChange } from '../domain/activity';
import { keyCreated, keyRevoked, textOf } from '../domain/api-key-messages';
import type { Person } from '../domain/person';

/** A change that the owner of a record has made for a person. */
interface Change<Before, After> {
  /** The record before it, where that is read. */
  readonly before: Before;
  /** The owner's answer. */
  readonly after: After;
  /** The request's body. */
  readonly sent: Buffer | undefined;
  readonly person: Person;
}

/** How a forwarded change gets into the log of activity. */
export interface ChangeLog {
  /** Where its owner answers the record as it is before. */
  readonly readFrom?: string;
  /** Undefined where nothing has changed. */
  readonly describe: (change: Change<unknown, unknown>) => LoggedChange | undefined;
}

const logChange = <Before, After>(
  describe: (change: Change<Before, After>) => LoggedChange | undefined,
  readFrom?: string,
): ChangeLog => ({
  describe: describe as ChangeLog['describe'],
  ...(readFrom !== undefined && { readFrom }),
});

/** Logs that a record was deleted or restored, unless it was so before. */
const logDeletion =
  <Found>(
    readFrom: string,
    isDeleted: (found: Found) => boolean,
    nameOf: (found: Found) => string,
  ) =>
  (done: 'Deleted' | 'Removed' | 'Restored'): ChangeLog =>
    logChange<Found, unknown>(
      ({ before }) =>
        isDeleted(before) === (done === 'Restored')
          ? { kind: 'deletion', what: `${done} ${nameOf(before)}` }
          : undefined,
      readFrom,
    );

export const logJob = logDeletion<JobAnswer>(
  '/jobs/:id',
  (job) => job.deleted,
  (job) => `the job ${job.job_id}, ${job.job_title}`,
);

export const logCustomer = logDeletion<CustomerAnswer>(
  '/customers/:id',
  (customer) => customer.removed_at !== null,
  (customer) => `the customer ${customer.customer_id}, ${customer.customer_name}`,
);

export const logAsset = logDeletion<AssetAnswer>(
  '/assets/:id',
  (asset) => asset.deleted,
  (asset) => `the asset ${asset.asset_tag}, ${asset.asset_name}`,
);

type Key = ApiKeyAnswer;

export const logNewKey = logChange<unknown, Key>(({ after: key, person }) => ({
  kind: 'api_key',
  what: `Created the API key ${textOf(key)}`,
  message: keyCreated(key, person),
}));

export const logChangedKey = logChange<unknown, Key>(({ after: key, sent }) => {
  const fields = JSON.parse(String(sent)) as Partial<Key>;
  const changed = [fields.scopes && 'scopes', fields.ip_allowlist && 'allowed addresses'];
  return {
    kind: 'api_key',
    what: `Changed ${changed.filter(Boolean).join(' and ')} of the API key ${textOf(key)}`,
  };
});

export const logRevokedKey = logChange<unknown, Key>(({ after: key, person }) => ({
  kind: 'api_key',
  what: `Revoked the API key ${textOf(key)}`,
  message: keyRevoked(key, person),
}));

interface Endpoint {
  readonly url: string;
  readonly status?: 'on' | 'off';
}

/** Names an endpoint by origin and path: a query may hold what only the receiver should know. */
function endpointActivity(done: string, { url }: Endpoint): LoggedChange {
  const { origin, pathname } = new URL(url);
  return { kind: 'webhook', what: `${done} the webhook endpoint ${origin}${pathname}` };
}

/** Logs what was done with the endpoint that the owner answers. */
export const logEndpoint = (done: string): ChangeLog =>
  logChange<unknown, Endpoint>(({ after }) => endpointActivity(done, after));

/** Logs the same of an endpoint of which the owner answers less. */
export const logKnownEndpoint = (done: string): ChangeLog =>
  logChange<Endpoint, unknown>(({ before }) => endpointActivity(done, before), '/endpoints/:id');

/** An endpoint that refused its test event was sent one, and nothing else has happened. */
export const logTurnedOn = logChange<Endpoint, Endpoint>(
  ({ before, after }) =>
    endpointActivity(after.status === 'on' ? 'Turned on' : 'Sent a test to', before),
  '/endpoints/:id',
);

export const logResent = logChange<unknown, { readonly id: string }>(({ after }) => ({
  kind: 'webhook',
  what: `Sent the delivery ${after.id} again`,
}));

export const logResentFailed = logChange<unknown, { readonly resent: number }>(
  ({ after: { resent } }) => ({
    kind: 'webhook',
    what: `Sent ${resent === 1 ? '1 failed delivery' : `${resent} failed deliveries`} again`,
  }),
);
