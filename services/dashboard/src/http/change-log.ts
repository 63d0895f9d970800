import type {
  ApiKeyResponse,
  AssetResponse,
  CustomerResponse,
  JobResponse,
} from '../../contract/responses';
import type { LoggedChange } from '../domain/activity';
import { describeKey } from '../domain/api-key-messages';
import { createNotice } from '../domain/notice-types';
import type { Person } from '../domain/person';

interface Change<Before, After> {
  readonly before: Before;
  readonly after: After;
  readonly sent: Buffer | undefined;
  readonly person: Person;
}

export interface ChangeLog {
  /** The owner's path of the record before the change. */
  readonly readFrom?: string;
  /** Returns undefined if nothing changed. */
  readonly describe: (change: Change<unknown, unknown>) => LoggedChange | undefined;
}

const logChange = <Before, After>(
  describe: (change: Change<Before, After>) => LoggedChange | undefined,
  readFrom?: string,
): ChangeLog => ({
  describe: describe as ChangeLog['describe'],
  ...(readFrom !== undefined && { readFrom }),
});

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

export const logJob = logDeletion<JobResponse>(
  '/jobs/:id',
  (job) => job.deleted,
  (job) => `the job ${job.job_id}, ${job.job_title}`,
);

export const logCustomer = logDeletion<CustomerResponse>(
  '/customers/:id',
  (customer) => customer.removed_at !== null,
  (customer) => `the customer ${customer.customer_id}, ${customer.customer_name}`,
);

export const logAsset = logDeletion<AssetResponse>(
  '/assets/:id',
  (asset) => asset.deleted,
  (asset) => `the asset ${asset.asset_tag}, ${asset.asset_name}`,
);

type Key = ApiKeyResponse;

const createKeyNotice = (kind: 'key.created' | 'key.revoked', key: Key, author: Person) =>
  createNotice(
    kind,
    { key, author: author.name },
    {
      eventId: `${kind} ${key.id}`,
      companyId: author.companyId,
      targetId: key.id,
      mode: kind === 'key.created' ? null : key.mode,
    },
  );

export const logNewKey = logChange<unknown, Key>(({ after: key, person }) => ({
  kind: 'api_key',
  what: `Created the API key ${describeKey(key)}`,
  notice: createKeyNotice('key.created', key, person),
}));

export const logChangedKey = logChange<unknown, Key>(({ after: key, sent }) => {
  const fields = JSON.parse(String(sent)) as Partial<Key>;
  const changed = [
    fields.scopes && 'scopes',
    fields.ip_allowlist && 'allowed addresses',
    fields.expires_at !== undefined && 'expiry',
  ];
  return {
    kind: 'api_key',
    what: `Changed ${changed.filter(Boolean).join(' and ')} of the API key ${describeKey(key)}`,
  };
});

export const logRolledKey = logChange<unknown, Key>(({ after: key, person }) => ({
  kind: 'api_key',
  what: `Rolled the API key ${describeKey(key)}`,
  notice: createKeyNotice('key.created', key, person),
}));

export const logRevokedKey = logChange<unknown, Key>(({ after: key, person }) => ({
  kind: 'api_key',
  what: `Revoked the API key ${describeKey(key)}`,
  notice: createKeyNotice('key.revoked', key, person),
}));

interface Endpoint {
  readonly url: string;
  readonly status?: 'on' | 'off';
}

/** Omits the query, which may hold a secret of the receiver. */
function endpointActivity(done: string, { url }: Endpoint): LoggedChange {
  const { origin, pathname } = new URL(url);
  return { kind: 'webhook', what: `${done} the webhook endpoint ${origin}${pathname}` };
}

export const logEndpoint = (done: string): ChangeLog =>
  logChange<unknown, Endpoint>(({ after }) => endpointActivity(done, after));

export const logKnownEndpoint = (done: string): ChangeLog =>
  logChange<Endpoint, unknown>(({ before }) => endpointActivity(done, before), '/endpoints/:id');

/** If the test fails, the endpoint stays off and only the test has happened. */
export const logActivation = logChange<Endpoint, Endpoint>(
  ({ before, after }) =>
    endpointActivity(after.status === 'on' ? 'Turned on' : 'Sent a test to', before),
  '/endpoints/:id',
);

export const logResent = logChange<unknown, { readonly id: string }>(({ after }) => ({
  kind: 'webhook',
  what: `Resent the delivery ${after.id}`,
}));

export const logResentFailed = logChange<unknown, { readonly resent: number }>(
  ({ after: { resent } }) => ({
    kind: 'webhook',
    what: `Resent ${resent === 1 ? '1 failed delivery' : `${resent} failed deliveries`}`,
  }),
);
