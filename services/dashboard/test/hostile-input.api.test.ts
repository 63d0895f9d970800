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

const { anything, email, inQuery, oneOf, required, text, updatable } = cases;

/**
 * All owners reject every call with `REACHED`, which proves that a request passed the dashboard.
 */
interface Hostile extends TestService {
  readonly person: SignedInBrowser;
}

interface Row extends RouteInput<Hostile> {
  readonly by?: 'a visitor' | 'somebody new' | 'the operator';
}

const API = '/dashboard/api';

const REACHED = refused('conflict');

async function start(): Promise<Hostile> {
  const service = await testService();
  service.neighbours.respondToAllWith({ error: 'conflict', message: 'It is as it is.' }, 409);
  return { ...service, person: await service.signedIn() };
}

/** All tables except times of session use. */
const TABLES = [
  ...[
    'activities',
    'attempts',
    'calendar_links',
    'devices',
    'former_users',
    'invitations',
    'notifications',
  ],
  ...['outbox_mails', 'password_resets', 'recovery_codes', 'two_steps', 'users'],
];

const written = async ({ db, neighbours }: Hostile) => ({
  rows: await writtenRows(db, TABLES),
  asked: neighbours.calls(),
});

/** Routes whose ids the owner checks. */
const forwarded: Row = { inOrder: REACHED, noRecord: REACHED };

const page = { page: inQuery.page(), per_page: inQuery.perPage() };

/** Routes whose fields the owner checks. */
const passedOn = (body: object): Row => ({
  ...forwarded,
  body: () => body,
  emptyBody: IN_ORDER,
  fields: Object.fromEntries(Object.keys(body).map((name) => [name, anything()])),
});

let made = 0;
const anEmail = (): string => {
  made += 1;
  return `hostile-${made}@acme.example`;
};

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
    `insert into notifications (company_id, user_id, event_id, kind, title, text, target_kind,
       target_id, actions, created_at)
     values (1, $1, $2, 'webhook.endpoint_off', 'Off', 'It is off.', 'endpoint', 7, '[]',
       '2026-03-02T14:00:00Z')
     returning id`,
    [person.userId, `evt_hostile_${made}`],
  );
  return { id: row.id };
}

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
  'GET /search': { query: { term: inQuery.required(inQuery.text()) } },

  // Owners validate the rest of these bodies.
  'PATCH /api-keys/:id': forwarded,
  'POST /api-keys/:id/roll': forwarded,
  'POST /api-keys/:id/revoke': forwarded,
  'GET /request-log/:request_id': forwarded,
  'GET /webhooks/endpoints/:id': forwarded,
  'PATCH /webhooks/endpoints/:id': forwarded,
  'DELETE /webhooks/endpoints/:id': forwarded,
  'POST /webhooks/endpoints/:id/test': forwarded,
  'POST /webhooks/endpoints/:id/on': forwarded,
  'POST /webhooks/endpoints/:id/off': forwarded,
  'POST /webhooks/endpoints/:id/secret': forwarded,
  'GET /webhooks/deliveries/:delivery_id': forwarded,
  'GET /jobs/:id': forwarded,
  'GET /jobs/:id/history': forwarded,
  'GET /jobs/:id/reservations': forwarded,
  'PUT /jobs/:id/requirements': forwarded,
  'PUT /jobs/:id/schedule': forwarded,
  'POST /jobs/:id/delete': forwarded,
  'POST /jobs/:id/restore': forwarded,
  'GET /jobs/:id/invoices': forwarded,
  'POST /jobs/:id/invoices': forwarded,
  'POST /invoices/:id/payments': forwarded,
  'GET /technicians/:id': forwarded,
  'PUT /technicians/:id': forwarded,
  'GET /technicians/:id/jobs': forwarded,
  'GET /customers/:id': forwarded,
  'GET /customers/:id/history': forwarded,
  'GET /customers/:id/locations': forwarded,
  'GET /locations/:id': forwarded,
  'GET /customers/:id/jobs': forwarded,
  'GET /customers/:id/assets': forwarded,
  'POST /customers/:id/remove': forwarded,
  'POST /customers/:id/restore': forwarded,
  'GET /assets/:id': forwarded,
  'GET /assets/:id/history': forwarded,
  'GET /assets/:id/service-records': forwarded,
  'GET /assets/:id/transfers': forwarded,
  'GET /assets/:id/meters': forwarded,
  'POST /assets/:id/meters': forwarded,
  'POST /assets/:id/delete': forwarded,
  'POST /assets/:id/restore': forwarded,
  'PUT /meters/:id': forwarded,
  'GET /meters/:id/readings': forwarded,
  'GET /inventory/:id': forwarded,
  'GET /inventory/:id/transactions': forwarded,
  'POST /inventory/:id/adjust': forwarded,
  'PATCH /inventory-locations/:id': forwarded,
  'PATCH /suppliers/:id': forwarded,
  'GET /service-requests/:id': forwarded,

  'POST /service-requests/:id/job': passedOn(NEW_JOB),
  'POST /service-requests/:id/decline': forwarded,
  'GET /technicians/:id/calendar-link': { noRecord: 'accepted' },
  'POST /technicians/:id/calendar-link': forwarded,
  'DELETE /technicians/:id/calendar-link': { inOrder: refused('not_found') },

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

function readBrowser(service: Hostile, by: Row['by'], isRefused: boolean) {
  if (by === 'a visitor') return service.browser();
  if (by === undefined || isRefused) return service.person;
  companies += 1;
  return service.signedIn({}, companies);
}

const NOTHING = {} as DashboardUseCases;

describeHostileRoutes<Hostile, Row>({
  start,
  routers: [...peopleRoutes(NOTHING), adminRoutes(NOTHING)],
  rows: { ...below(API, OF_PEOPLE), ...below('/admin', OF_OPERATOR) },
  async ask(service, { by }, { method, path, body, headers, isRefused }) {
    if (by === 'the operator') return service.admin.send(method, path, body, headers);
    const browser = await readBrowser(service, by, isRefused);
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
