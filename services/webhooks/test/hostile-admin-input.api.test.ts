import { cases, describeHostileAdminInput, refused, type RouteInput } from '@svc/testing-services';
import { adminRoutes } from '../src/http/admin-routes';
import type { WebhooksUseCases } from '../src/use-cases';
import { endpointSettings } from './endpoint-settings';
import { HOST, testService, type TestService } from './service';

const { inQuery, optionalText, required, wordSet, skippedReference, timestamp, updatable } = cases;

type Row = RouteInput<TestService>;

const url = () =>
  cases.cases(
    [`https://${HOST}:8443/`, `https://${HOST}/${'x'.repeat(2_000)}`],
    [
      5,
      true,
      [],
      {},
      '',
      ' ',
      'receiver',
      `http://${HOST}/`,
      `https://${HOST}/${'x'.repeat(2_048)}`,
    ],
  );
const noId = () =>
  cases.cases(
    [],
    skippedReference().refused.map(({ value }) => value),
  );
const optionalName = () => optionalText({ max: 100 });
const events = () => wordSet(['job.created', 'job.updated']);

let made = 0;
const anEndpoint = () => ({
  url: `https://${HOST}/hostile-admin?n=${(made += 1)}`,
  events: ['job.created'],
});
const ofEndpoint = async (service: TestService) => {
  // New endpoints for each case would exceed the company's limit.
  for (const { id } of await endpointsOf(service))
    await service.admin.send('DELETE', `/admin/endpoints/${id}`);
  return { id: (await service.givenEndpoint(anEndpoint().url)).id };
};
const endpointsOf = async ({ admin }: TestService) =>
  (await admin.get<{ data: { id: number }[] }>('/admin/endpoints?per_page=100')).body.data;

const page = { page: inQuery.page(), per_page: inQuery.perPage() };
const saved: Row = {
  body: anEndpoint,
  fields: {
    url: required(url()),
    events: required(events()),
    ...endpointSettings,
    name: optionalName(),
  },
};
const ofOne: Row = { parts: ofEndpoint };

const ROWS: Readonly<Record<string, Row>> = {
  'GET /endpoints': {
    query: {
      ...page,
      managed_by: inQuery.oneOf(['dashboard', 'api']),
      search: inQuery.exactText(),
    },
  },
  'POST /endpoints': saved,
  'PUT /endpoints': saved,
  'GET /endpoints/:id': ofOne,
  'PATCH /endpoints/:id': {
    parts: ofEndpoint,
    body: anEndpoint,
    fields: {
      ...endpointSettings,
      url: updatable(url()),
      events: updatable(events()),
      name: optionalName(),
    },
  },
  'DELETE /endpoints/:id': ofOne,
  'POST /endpoints/:id/ping': ofOne,
  'POST /endpoints/:id/on': ofOne,
  'POST /endpoints/:id/off': ofOne,
  'POST /endpoints/:id/rotate': ofOne,
  'GET /deliveries': {
    query: {
      ...page,
      endpoint_id: inQuery.id(),
      status: inQuery.oneOf(['pending', 'retrying', 'succeeded', 'failed', 'filtered']),
      event: inQuery.oneOf(['job.created', 'ping']),
      event_id: inQuery.exactText(),
      before: cases.cases(['dlv_01K5ZR8XGQ4D2N7M9V3B6C1T0A'], ['', 'x', 'dlv_', 'evt_01']),
      from: inQuery.timestamp(),
      to: inQuery.timestamp(),
    },
  },
  'GET /delivery': {
    inOrder: refused('not_found'),
    query: { id: inQuery.required(inQuery.exactText()) },
  },
  'GET /deliveries-by-hour': { query: { endpoint_id: inQuery.id() } },
  'GET /deliveries/failed-count': {
    query: { since: inQuery.required(inQuery.timestamp()), endpoint_id: inQuery.id() },
  },
  'POST /deliveries/resend': {
    inOrder: refused('not_found'),
    body: () => ({ delivery_id: 'dlv_unknown' }),
    fields: { delivery_id: required(cases.text()) },
  },
  'POST /deliveries/resend-failed': {
    body: () => ({ since: '2026-03-01T00:00:00Z' }),
    fields: { since: required(timestamp()), endpoint_id: updatable(noId()) },
  },
};

// The routes are only listed, not called; listeners belong to `fsm listen`.
const [endpoints, deliveries] = adminRoutes({} as WebhooksUseCases);

describeHostileAdminInput<TestService>({
  start: testService,
  routers: [endpoints, deliveries].flatMap((router) => router ?? []),
  rows: ROWS,
});
