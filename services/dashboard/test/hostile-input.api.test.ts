import {
  cases,
  describeHostileRoutes,
  IN_ORDER,
  invalid,
  refused,
  writtenRows,
  type RouteInput,
} from '@svc/testing-services';
import { adminRoutes } from '../src/http/admin-routes';
import { peopleRoutes } from '../src/http/people-routes';
import type { DashboardUseCases } from '../src/use-cases';
import { PASSWORD, testService, type SignedInBrowser, type TestService } from './service';

const {
  anything,
  arrayOf,
  email,
  inQuery,
  integer,
  oneOf,
  optionalText,
  required,
  setOf,
  skippedReference,
  text,
  updatable,
} = cases;

/** The service with a person who asks, and owners that refuse whatever they are asked. */
interface Hostile extends TestService {
  readonly person: SignedInBrowser;
}

interface Row extends RouteInput<Hostile> {
  /** Who asks, where it is not always the same owner. */
  readonly by?: 'a visitor' | 'somebody new' | 'the operator';
}

const API = '/dashboard/api';

/** What an owner answers whom a request has reached. */
const REACHED = refused('conflict');

async function start(): Promise<Hostile> {
  const service = await testService();
  service.neighbours.answerAllWith({ error: 'conflict', message: 'It is as it is.' }, 409);
  return { ...service, person: await service.signedIn() };
}

/** All that the dashboard keeps but the moments at which a session was used. */
const TABLES = [
  ...['activities', 'attempts', 'devices', 'former_users', 'invitations', 'notifications'],
  ...['outbox_mails', 'password_resets', 'recovery_codes', 'two_steps', 'users'],
];

const written = async ({ db, neighbours }: Hostile) => ({
  rows: await writtenRows(db, TABLES),
  asked: neighbours.calls(),
});

/** What concerns records of another process, which is asked for whatever is in order. */
const forwarded: Row = { inOrder: REACHED, noRecord: REACHED };

const page = { page: inQuery.page(), per_page: inQuery.perPage() };

const listOfOwner = (query: Row['query'] = {}): Row => ({
  ...forwarded,
  query: { ...page, ...query },
});

/** Of which the owner checks each field. */
const passedOn = (body: object, fields: Row['fields'] = {}): Row => ({
  ...forwarded,
  body: () => body,
  emptyBody: IN_ORDER,
  fields: { ...Object.fromEntries(Object.keys(body).map((name) => [name, anything()])), ...fields },
});

const OBJECT = cases.cases([{}], [null, 5, 'x', '', true, []]);

let made = 0;
const anEmail = (): string => {
  made += 1;
  return `hostile-${made}@acme.example`;
};

/** A password that is right, or good enough. */
const password = () =>
  cases.cases([PASSWORD], [5, true, [], {}, '', '   ', 'x'.repeat(1_025), '🔧'.repeat(1_025)]);

const ofMember = async (service: Hostile) => ({ id: await service.givenUser() });

async function ofInvitation({ db }: Hostile) {
  const [row] = await db.query<[{ readonly id: string }]>(
    `insert into invitations (company_id, email, email_key, role, token_hash, created_at)
     values (1, $1::text, lower($1::text), 'owner', sha256($1::text::bytea), '2026-03-02T14:00:00Z') returning id`,
    [anEmail()],
  );
  return { id: row.id };
}

async function ofNotification({ db, person }: Hostile) {
  made += 1;
  const [row] = await db.query<[{ readonly id: string }]>(
    `insert into notifications (company_id, user_id, event_id, kind, title, text, created_at)
     values (1, $1, $2, 'webhook.endpoint_off', 'Off', 'It is off.', '2026-03-02T14:00:00Z') returning id`,
    [person.userId, `evt_hostile_${made}`],
  );
  return { id: row.id };
}

const JOB_STATUSES = [
  ...['Pending', 'Assigned', 'In Progress', 'On Hold', 'Completed', 'Invoiced'],
  ...['Paid', 'Closed', 'Cancelled'],
];
const ASSET_STATUSES = [
  ...['Active', 'Idle', 'In Maintenance', 'Pending Install', 'In Transit', 'Lost'],
  ...['Non-Compliant', 'Decommissioned', 'Retired'],
];
const TRANSACTION_TYPES = [
  ...['Add', 'Remove', 'Transfer_out', 'Transfer_in', 'Adjust', 'Reserve', 'Release'],
  'Job_complete',
];

const apiKey = {
  scopes: setOf(['jobs:read', 'jobs:write']),
  ip_allowlist: updatable(arrayOf(text(), 1_000)),
};
const endpoint = { url: text({ max: 2_048 }), events: setOf(['job.created', 'job.updated']) };
const skills = (max: number) => updatable(arrayOf(OBJECT, max));

const NEW_JOB = {
  job_title: 'Rooftop unit',
  job_description: 'It is short cycling.',
  job_priority: 'Low',
  customer_location_id: 1,
  assigned_technician_id: null,
  scheduled_start: '2026-03-03T10:00:00Z',
  scheduled_end: '2026-03-03T11:00:00Z',
  asset_ids: [],
  asset_relationship_type: 'service',
};
const METER = { name: 'Hours', unit: 'h', threshold: 500 };
const TECHNICIAN = {
  first_name: 'Ada',
  last_name: 'Byron',
  email: 'ada@acme.example',
  phone: '+12125550101',
  status: 'Active',
  availability_status: 'Busy',
  vehicle_type: 'Van',
  transport_modes: ['van'],
  expected_version: 1,
  skills: [{ skill_name: 'HVAC', skill_level: 4 }],
  schedule: [],
};
const REQUIREMENTS = { expected_version: 1, required_skills: [], required_parts: [] };
const technician = passedOn(TECHNICIAN, { skills: skills(100), schedule: skills(100) });
const PLACE = {
  location_name: 'Main',
  location_type: 'warehouse',
  address: null,
  city: null,
  state: null,
  zip: null,
  is_active: true,
};
const ADJUSTMENT = { location_id: 1, quantity: 2, reason: 'Counted', idempotency_key: 'once' };
const TRANSFER = {
  item_id: 1,
  from_location_id: 1,
  to_location_id: 2,
  quantity: 1,
  notes: null,
  idempotency_key: 'once',
};

/** A day of the calendar. */
const day = () =>
  cases.cases(
    ['2026-02-28', '2028-02-29'],
    ['', 'x', '2026-02-29', '2026-2-1', '02/28/2026', '0000-12-31', '2026-02-28T00:00:00Z'],
  );

const OF_PEOPLE: Readonly<Record<string, Row>> = {
  'GET /team': { query: page },
  'GET /team/invitations': { query: page },
  'POST /team/invitations': {
    by: 'somebody new',
    body: () => ({ email: anEmail(), role: 'manager' }),
    fields: { email: required(email()), role: required(oneOf(['owner', 'manager'])) },
  },
  'DELETE /team/invitations/:id': { parts: ofInvitation },
  'PATCH /team/:id': {
    parts: ofMember,
    body: () => ({ role: 'manager' }),
    fields: { role: required(oneOf(['owner', 'manager'])) },
  },
  'DELETE /team/:id': { parts: ofMember },
  'POST /invitation/accept': {
    by: 'a visitor',
    inOrder: invalid('token'),
    body: () => ({ token: 'nobody has it', name: 'Ada', password: PASSWORD }),
    fields: {
      token: required(text()),
      name: required(text()),
      password: required(text({ max: 1_024 })),
    },
  },

  'POST /session': {
    by: 'a visitor',
    inOrder: refused('unauthorized'),
    body: () => ({ email: anEmail(), password: PASSWORD, code: '123456' }),
    fields: {
      email: required(text({ max: 320 })),
      password: required(text({ max: 1_024 })),
      code: updatable(text()),
    },
  },
  'POST /password/forgotten': {
    by: 'a visitor',
    body: () => ({ email: anEmail() }),
    fields: { email: required(text({ max: 320 })) },
  },
  'POST /password/reset': {
    by: 'a visitor',
    inOrder: invalid('token'),
    body: () => ({ token: 'nobody has it', password: PASSWORD }),
    fields: { token: required(text()), password: required(text({ max: 1_024 })) },
  },
  'PATCH /me': { body: () => ({ name: 'Ada' }), fields: { name: required(text()) } },
  'PUT /me/password': {
    by: 'somebody new',
    body: () => ({ current_password: PASSWORD, new_password: PASSWORD }),
    fields: { current_password: required(password()), new_password: required(password()) },
  },
  'PUT /me/two-step': {
    by: 'somebody new',
    // There is no app whose code is waited for.
    inOrder: refused('conflict'),
    body: () => ({ code: '123456' }),
    fields: { code: required(text()) },
  },
  'DELETE /me/two-step': {
    by: 'somebody new',
    body: () => ({ password: PASSWORD }),
    fields: { password: required(password()) },
  },

  'PATCH /company': {
    ...forwarded,
    body: () => ({ name: 'Acme', timezone: 'UTC', country: 'US' }),
    fields: { name: updatable(text()), timezone: updatable(text()), country: updatable(text()) },
  },
  'GET /notifications': { query: { ...page, is_read: inQuery.flag() } },
  'POST /notifications/:id/read': { parts: ofNotification },
  'GET /activity': {
    query: {
      ...page,
      user_id: inQuery.id(),
      operator: inQuery.flag(),
      kind: inQuery.oneOf(['sign_in', 'api_key', 'webhook', 'team', 'deletion', 'settings']),
    },
  },
  'GET /activity/people': { query: { ...page, user_id: inQuery.id(), search: inQuery.text() } },

  'GET /api-keys': listOfOwner(),
  'POST /api-keys': {
    ...forwarded,
    body: () => ({ name: 'ERP', mode: 'live', scopes: ['jobs:read'], ip_allowlist: [] }),
    fields: {
      ...apiKey,
      name: required(text()),
      mode: required(oneOf(['live', 'test'])),
      scopes: required(apiKey.scopes),
    },
  },
  'PATCH /api-keys/:id': {
    ...forwarded,
    body: () => ({ scopes: ['jobs:read'], ip_allowlist: [] }),
    fields: { ...apiKey, scopes: updatable(apiKey.scopes) },
  },
  'POST /api-keys/:id/revoke': {
    ...forwarded,
    body: () => ({ name: 'ERP' }),
    fields: { name: required(text()) },
  },
  'GET /request-log': listOfOwner({
    status: inQuery.oneOf(['4xx', '5xx']),
    error: inQuery.oneOf(['not_found', 'internal_error']),
    key_id: inQuery.id(),
    method: inQuery.oneOf(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
    request_id: inQuery.text(),
    address: inQuery.text(),
    from: inQuery.exactText(),
    to: inQuery.exactText(),
  }),
  'GET /request-log/:request_id': {
    ...forwarded,
    query: {
      operation: cases.cases(['0', '99', '9007199254740991'], ['', 'x', '-1', '01', '1.5', ' 1']),
    },
  },

  'GET /webhooks/endpoints': listOfOwner({
    managed_by: inQuery.oneOf(['dashboard', 'api']),
    search: inQuery.text(),
  }),
  'POST /webhooks/endpoints': {
    ...forwarded,
    body: () => ({ url: 'https://erp.example/hooks', events: ['job.created'] }),
    fields: { url: required(endpoint.url), events: required(endpoint.events) },
  },
  'GET /webhooks/endpoints/:id': forwarded,
  'PATCH /webhooks/endpoints/:id': {
    ...forwarded,
    body: () => ({ url: 'https://erp.example/hooks', events: ['job.created'] }),
    fields: { url: updatable(endpoint.url), events: updatable(endpoint.events) },
  },
  'DELETE /webhooks/endpoints/:id': forwarded,
  'POST /webhooks/endpoints/:id/test': forwarded,
  'POST /webhooks/endpoints/:id/on': forwarded,
  'POST /webhooks/endpoints/:id/off': forwarded,
  'POST /webhooks/endpoints/:id/secret': forwarded,
  'GET /webhooks/deliveries': listOfOwner({
    endpoint_id: inQuery.id(),
    event: inQuery.oneOf(['job.created', 'ping']),
    status: inQuery.oneOf(['pending', 'retrying', 'succeeded', 'failed']),
    from: inQuery.exactText(),
    to: inQuery.exactText(),
  }),
  'POST /webhooks/deliveries/resend-failed': {
    ...forwarded,
    body: () => ({ since: '2026-03-01T00:00:00Z', endpoint_id: 1 }),
    fields: { since: required(text()), endpoint_id: updatable(skippedReference()) },
  },
  'GET /webhooks/deliveries/:delivery_id': forwarded,
  'POST /webhooks/deliveries/:delivery_id/resend': forwarded,

  'GET /schedule/jobs': {
    ...forwarded,
    query: {
      from: inQuery.required(day()),
      days: inQuery.required(
        cases.cases(['1', '7'], ['', 'x', '0', '8', '01', '1.5', '1e0', ' 1']),
      ),
    },
  },
  'GET /jobs': listOfOwner({
    status: inQuery.oneOf(JOB_STATUSES),
    priority: inQuery.oneOf(['Low', 'Medium', 'High', 'Urgent']),
    assigned_technician_id: inQuery.id(),
    deleted: inQuery.flag(),
    unassigned: inQuery.flag(),
    scheduled_on: day(),
  }),
  'GET /jobs/:id': forwarded,
  'GET /jobs/:id/history': listOfOwner(),
  'GET /jobs/:id/reservation': forwarded,
  'PUT /jobs/:id/requirements': passedOn(REQUIREMENTS, {
    required_skills: skills(1_000),
    required_parts: skills(1_000),
  }),
  'POST /jobs/:id/delete': forwarded,
  'POST /jobs/:id/restore': forwarded,
  'GET /jobs/:id/invoices': listOfOwner(),
  'POST /jobs/:id/invoices': {
    ...forwarded,
    body: () => ({ total_cents: 100, currency: 'USD', idempotency_key: 'once' }),
    fields: {
      total_cents: required(integer(1, 999_999_999)),
      currency: required(text()),
      idempotency_key: required(text()),
    },
  },
  'POST /invoices/:id/payments': {
    ...forwarded,
    body: () => ({ amount_cents: 100, reference: 'Wire', idempotency_key: 'once' }),
    fields: {
      amount_cents: required(integer(1, 999_999_999)),
      reference: optionalText(),
      idempotency_key: required(text()),
    },
  },

  'GET /technicians': listOfOwner({
    status: inQuery.oneOf(['Active', 'Inactive']),
    availability_status: inQuery.oneOf(['Available', 'Busy', 'Offline']),
    search: inQuery.text(),
  }),
  'GET /technicians/:id': forwarded,
  'POST /technicians': technician,
  'PUT /technicians/:id': technician,

  'GET /customers': listOfOwner({ search: inQuery.text(), removed: inQuery.oneOf(['1']) }),
  'GET /customers/:id': forwarded,
  'GET /customers/:id/history': listOfOwner(),
  'GET /customers/:id/locations': listOfOwner({ search: inQuery.text() }),
  'GET /customers/:id/jobs': listOfOwner(),
  'GET /customers/:id/assets': listOfOwner(),
  'POST /customers/:id/remove': forwarded,
  'POST /customers/:id/restore': forwarded,

  'GET /assets': listOfOwner({
    search: inQuery.text(),
    status: inQuery.oneOf(ASSET_STATUSES),
    asset_type_id: inQuery.id(),
    deleted: inQuery.flag(),
  }),
  'GET /assets/:id': forwarded,
  'GET /assets/:id/history': listOfOwner(),
  'GET /assets/:id/service-records': listOfOwner(),
  'GET /assets/:id/transfers': listOfOwner(),
  'POST /assets/:id/delete': forwarded,
  'POST /assets/:id/restore': forwarded,
  'GET /asset-types': listOfOwner({ asset_type_id: inQuery.id(), search: inQuery.text() }),
  'POST /asset-types': {
    ...forwarded,
    body: () => ({ asset_type_name: 'Boiler' }),
    fields: { asset_type_name: required(text()) },
  },
  'GET /assets/:id/meters': listOfOwner(),
  'POST /assets/:id/meters': passedOn(METER),
  'PUT /meters/:id': passedOn(METER),
  'GET /meters/:id/readings': listOfOwner(),

  'GET /inventory': listOfOwner({
    search: inQuery.text(),
    category: inQuery.exactText(),
    low_stock: inQuery.flag(),
  }),
  'GET /inventory/:id': forwarded,
  'GET /inventory/:id/transactions': listOfOwner({ type: inQuery.oneOf(TRANSACTION_TYPES) }),
  'POST /inventory/:id/adjust': passedOn(ADJUSTMENT),
  'POST /inventory/transfer': passedOn(TRANSFER),
  'GET /inventory-locations': listOfOwner({
    search: inQuery.text(),
    type: inQuery.oneOf(['warehouse', 'vehicle', 'technician', 'job_site', 'other']),
    active_only: inQuery.flag(),
  }),
  'POST /inventory-locations': passedOn(PLACE),
  'PATCH /inventory-locations/:id': passedOn(PLACE),
  'GET /suppliers': listOfOwner({ search: inQuery.text() }),
  'POST /suppliers': passedOn({ name: 'Parts & Co' }),
  'PATCH /suppliers/:id': passedOn({ name: 'Parts & Co' }),

  'GET /service-requests': listOfOwner({
    status: inQuery.oneOf(['New', 'Job created', 'Declined']),
  }),
  'GET /service-requests/:id': forwarded,
  'POST /service-requests/:id/job': passedOn(NEW_JOB),
  'POST /service-requests/:id/decline': forwarded,

  // Its owner reads what else is sent.
  'ALL /v1/:collection': { inOrder: REACHED, parts: () => ({ collection: 'jobs' }) },
};

const OF_OPERATOR: Readonly<Record<string, Row>> = {
  'PUT /users': {
    by: 'the operator',
    body: () => ({ email: anEmail(), name: 'Ada', role: 'owner', password: PASSWORD }),
    fields: {
      email: required(email()),
      name: required(text()),
      role: required(oneOf(['owner', 'manager'])),
      password: updatable(password()),
    },
  },
  'GET /notifications': {
    by: 'the operator',
    query: { ...page, user_id: inQuery.id(), is_read: inQuery.flag() },
  },
  'POST /notifications/:id/read': { by: 'the operator', parts: ofNotification },
};

const below = (prefix: string, rows: Readonly<Record<string, Row>>) =>
  Object.fromEntries(
    Object.entries(rows).map(([name, row]) => [name.replace(' ', ` ${prefix}`), row]),
  );

let companies = 1_000;

function browserOf(service: Hostile, by: Row['by'], isRefused: boolean) {
  if (by === 'a visitor') return service.browser();
  if (by === undefined || isRefused) return service.person;
  companies += 1;
  return service.signedIn({}, companies);
}

// What the routes call is not called here.
const NOTHING = {} as DashboardUseCases;

describeHostileRoutes<Hostile, Row>({
  start,
  routers: [...peopleRoutes(NOTHING), adminRoutes(NOTHING)],
  rows: { ...below(API, OF_PEOPLE), ...below('/admin', OF_OPERATOR) },
  async ask(service, { by }, { method, path, body, headers, isRefused }) {
    if (by === 'the operator') return service.admin.send(method, path, body, headers);
    const browser = await browserOf(service, by, isRefused);
    return browser.send(method, path, body, {
      ...(method !== 'GET' && {
        'content-type': 'application/json',
        'origin': 'http://fsm.example:8080',
      }),
      ...headers,
    });
  },
  written,
});
