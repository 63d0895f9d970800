import { DEFAULT_LIMITS, KEY_RIGHTS } from '@svc/contracts';
import {
  cases,
  describeHostileRoutes,
  invalid,
  refused,
  writtenRows,
  type RouteInput,
} from '@svc/testing-services';
import { request } from 'undici';
import { keyRightsRoutes } from '../src/admin/http/key-rights-routes';
import { ownCompanyRoutes } from '../src/admin/http/own-company-routes';
import { companyRoutes, keyRoutes, requestRoutes, serviceRoutes } from '../src/admin/http/routes';
import type { ServiceAdmin } from '../src/admin/owners/service-admin';
import type { AdminUseCases } from '../src/admin/use-cases';
import { ADMIN_TOKEN, aGateway, type AGateway } from './a-gateway';
import { createSignedHeaders } from './signed-headers';

const { array, inQuery, oneOf, optional, required, wordSet, text, updatable } = cases;

interface Hostile {
  readonly gateway: AGateway;
  readonly company: { readonly id: number; readonly slug: string };
  close(): Promise<void>;
}

type Row = RouteInput<Hostile>;

const DONE = { deleted: 0, is_empty: true, rewrapped: 0, already: 0, unreadable: 0 };

async function start(): Promise<Hostile> {
  const gateway = await aGateway();
  gateway.service.behave((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' });
    response.end(JSON.stringify({ success: true, data: DONE }));
  });
  return { gateway, company: await gateway.givenCompany(), close: gateway.close };
}

const written = async ({ gateway: { db, service } }: Hostile) => ({
  rows: await writtenRows(db, ['companies', 'api_keys', 'outbox', 'idempotency_keys']),
  asked: service.seen.length,
});

const NO_TEXT = [5, true, [], {}, '', '   '];

let made = 0;
const aName = (): string => {
  made += 1;
  return `hostile-${made}`;
};

const ofCompany = ({ company }: Hostile) => ({ slug: company.slug });
const ofKey = async ({ gateway, company }: Hostile) => ({
  id: (await gateway.givenKey(company.slug)).id,
});

const ownCompany = {
  name: updatable(text()),
  timezone: updatable(
    cases.cases(['UTC', 'America/New_York'], [...NO_TEXT, 'Mars/Olympus', 'x'.repeat(256)]),
  ),
  country: updatable(cases.cases(['US', 'DE'], [...NO_TEXT, 'us', 'USA', 'U', 'U1', 'ÄÖ'])),
};

const limit = () =>
  updatable(cases.cases([0, 1e12], ['5', '', true, [], {}, -1, 1.5, 1e12 + 1, 1e308]));

const ofWrongType = cases.cases([{}], [5, 'x', '', true, []]);
/** A misspelt limit is rejected. */
const limits: cases.FieldCases = {
  ...ofWrongType,
  refused: [
    ...ofWrongType.refused,
    {
      value: { writes_per_dya: 1 },
      error: 'validation_failed',
      within: ['.writes_per_dya'],
    },
  ],
};

const oneFeature = wordSet(['inventory']);
const features = {
  accepted: [[], ...oneFeature.accepted],
  refused: oneFeature.refused.filter(({ value }) => !Array.isArray(value) || value.length > 0),
};

function scopes(): cases.FieldCases {
  const some = wordSet(['jobs:read', 'jobs:write']);
  return { ...some, accepted: ['all', ...some.accepted] };
}

const addresses = () =>
  array(
    cases.cases(
      ['192.0.2.1', '10.0.0.0/8', '::1', '2001:db8::/32'],
      [...NO_TEXT, 'x', '192.0.2', '192.0.2.1/33', '192.0.2.1/', '::1/129', 'localhost', '1'],
    ),
    1_000,
  );

const expiry = () =>
  optional(cases.cases(['2999-01-01', '2999-01-01T09:00:00-05:00'], ['', 'x', '2999-13-01', 1]));

const key = {
  body: () => ({ name: aName(), mode: 'live', scopes: ['jobs:read'], ip_allowlist: [] }),
  fields: {
    name: required(text()),
    mode: updatable(oneOf(['live', 'test'])),
    scopes: required(scopes()),
    ip_allowlist: updatable(addresses()),
  },
};

const newKey = { body: key.body, fields: { ...key.fields, expires_at: expiry() } };

const keyChange = {
  body: () => ({ scopes: ['jobs:read'], ip_allowlist: [] }),
  fields: {
    scopes: updatable(scopes()),
    ip_allowlist: key.fields.ip_allowlist,
    expires_at: expiry(),
  },
};

const roll: Row = {
  parts: ofKey,
  body: () => ({ keep_hours: 1 }),
  fields: { keep_hours: required(cases.integer(0, 168)) },
};

const loggedRequests: Row['query'] = {
  page: inQuery.page(),
  per_page: inQuery.perPage(),
  status: cases.cases(
    ['404', '2xx', '4xx', '5xx', '599', 'failed'],
    ['', ' ', 'x', '100', '4x', '6xx', '40', '4XX', 'Failed'],
  ),
  error: inQuery.oneOf(['not_found', 'internal_error']),
  key_id: inQuery.id(),
  method: inQuery.exactText(),
  request_id: inQuery.exactText(),
  address: inQuery.exactText(),
  from: inQuery.timestamp(),
  to: inQuery.timestamp(),
  after: cases.cases(
    ['0', '9007199254740991'],
    ['', 'x', '-1', '01', '1.5', '1e3', ' 1', '9007199254740992'],
  ),
};

const loggedRequest: Row = {
  inOrder: refused('not_found'),
  query: {
    request_id: inQuery.required(inQuery.exactText()),
    operation: cases.cases(['0', '99'], ['', 'x', '-1', '100', '01', '1.5', ' 1']),
  },
};

const passedOn: Row = {
  parts: ({ company }) => ({ slug: company.slug, service: 'jobs', rest: 'jobs' }),
  noRecord: (part, given) =>
    part === 'rest' && /^[\w-]+$/.test(given) ? 'accepted' : refused('not_found'),
};

const OF_OPERATOR: Readonly<Record<string, Row>> = {
  'PUT /companies': {
    body: () => ({
      slug: aName(),
      name: 'Acme',
      timezone: 'UTC',
      country: 'US',
      plan: 'starter',
      features: [],
      limits: {},
    }),
    fields: {
      slug: required(
        cases.cases(
          ['a', '0-9', 'x'.repeat(63), ' trimmed '],
          [...NO_TEXT, 'A', '-a', 'a-', 'a_b', 'a.b', 'a/b', 'é', 'x'.repeat(64)],
        ),
      ),
      ...ownCompany,
      plan: updatable(oneOf(['starter', 'professional', 'enterprise'])),
      features: updatable(features),
      limits: updatable(limits),
      ...Object.fromEntries(Object.keys(DEFAULT_LIMITS).map((name) => [`limits.${name}`, limit()])),
    },
  },
  'POST /companies/:slug/announce': { parts: ofCompany },
  'GET /companies/:slug': { parts: ofCompany },
  'POST /companies/:slug/sandbox/reset': { parts: ofCompany },
  'POST /companies/:slug/secrets/rewrap': { parts: ofCompany },
  'GET /companies/:slug/keys': { parts: ofCompany },
  'PUT /companies/:slug/keys': { parts: ofCompany, ...key },
  'POST /companies/:slug/keys': { parts: ofCompany, ...newKey },
  'PATCH /keys/:id': { parts: ofKey, ...keyChange },
  'POST /keys/:id/roll': roll,
  'POST /keys/:id/revoke': { parts: ofKey },
  'GET /companies/:slug/requests': { parts: ofCompany, query: loggedRequests },
  'GET /companies/:slug/request': { parts: ofCompany, ...loggedRequest },
  'GET /companies/:slug/sandbox/requests': { parts: ofCompany, query: loggedRequests },
  'GET /companies/:slug/sandbox/request': { parts: ofCompany, ...loggedRequest },
  'ALL /companies/:slug/sandbox/:service/{*rest}': passedOn,
  'ALL /companies/:slug/:service/{*rest}': passedOn,
};

const OF_PEOPLE: Readonly<Record<string, Row>> = {
  'PATCH /internal/company': {
    body: () => ({ name: 'Acme', timezone: 'UTC', country: 'US' }),
    fields: ownCompany,
  },
  'GET /internal/company/requests': { query: loggedRequests },
  'GET /internal/company/request': loggedRequest,
  'GET /internal/company/keys': {
    query: { page: inQuery.page(), per_page: inQuery.perPage(), id: inQuery.id() },
  },
  'GET /internal/company/key-requests': { query: { key_id: inQuery.id() } },
  'GET /internal/company/key-names': {
    query: {
      ids: cases.cases(['1', '1,2'], ['', ' ', 'x', '0', '1,', '1,x', '01', '9007199254740992']),
    },
  },
  'POST /internal/company/keys': newKey,
  'POST /internal/company/keys/:id/roll': roll,
  'PATCH /internal/company/keys/:id': { parts: ofKey, ...keyChange },
  'POST /internal/company/keys/:id/revoke': {
    parts: ofKey,
    inOrder: invalid('name'),
    body: () => ({ name: 'None is called so' }),
    fields: { name: required(text()) },
  },
};

const OF_WEBHOOKS: Readonly<Record<string, Row>> = {
  'GET /internal/key-rights': {
    query: {
      ids: inQuery.required(
        cases.cases(['1', '1,2'], ['', ' ', 'x', '0', '1,', '1,x', '01', '9007199254740992']),
      ),
    },
  },
};

const isRaw = (body: unknown): body is string | Buffer =>
  typeof body === 'string' || Buffer.isBuffer(body);

const NOTHING = {} as AdminUseCases;
const NO_DRY_RUN = (): never => {
  throw new Error('There is no dry run here.');
};

describeHostileRoutes<Hostile, Row>({
  start,
  routers: [
    companyRoutes(NOTHING, NO_DRY_RUN),
    keyRoutes(NOTHING, NO_DRY_RUN),
    requestRoutes(NOTHING),
    ownCompanyRoutes(NOTHING),
    keyRightsRoutes(NOTHING),
    serviceRoutes(NOTHING, {} as ServiceAdmin),
  ],
  rows: { ...OF_OPERATOR, ...OF_PEOPLE, ...OF_WEBHOOKS },
  async ask(hostile, _, { method, path, body, headers }) {
    const { gateway } = hostile;
    const isInternal = path.startsWith('/internal/');
    const by = path.startsWith(KEY_RIGHTS) ? 'webhooks' : 'dashboard';
    // People may change 300 times a minute.
    if (isInternal) gateway.clock.advance(1_000);
    const answer = await request(`${gateway.adminUrl}${path}`, {
      method,
      headers: {
        ...(isInternal
          ? createSignedHeaders(hostile.gateway, hostile.company.id, { by })
          : { authorization: `Bearer ${ADMIN_TOKEN}` }),
        ...headers,
      },
      body: body === undefined || isRaw(body) ? (body ?? null) : JSON.stringify(body),
    });
    const fields = await answer.body.json();
    return { status: answer.statusCode, headers: answer.headers, body: fields as never };
  },
  written,
});
