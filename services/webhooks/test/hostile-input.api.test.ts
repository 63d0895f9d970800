import { HOOKS } from '@svc/contracts';
import { cases, describeHostileInput } from '@svc/testing-services';
import { webhooksDocumentation } from '../src/http/documentation';
import { endpointSettings } from './endpoint-settings';
import { HOST, testService, type TestService } from './service';

const { inQuery, oneOf, required } = cases;

const EVENTS = [
  'job.created',
  'job.updated',
  'job.status_changed',
  'job.completed',
  'job.deleted',
  'job.restored',
  'customer.created',
  'job.assigned',
  'job.unassigned',
  'customer.updated',
  'customer.removed',
  'customer.restored',
  'asset.created',
  'asset.updated',
  'asset.status_changed',
  'asset.transferred',
  'asset.meter_threshold_reached',
  'inventory.low_stock',
  'inventory.stock_changed',
  'technician.updated',
];
const OF_THE_DASHBOARD = [
  'invoice.paid',
  'service_request.created',
  // Names that are used between contexts only.
  'customer.deleted',
  'stock.changed',
  'item.updated',
  'technician.created',
  'ping',
];

let made = 0;
const aSubscription = () => ({
  target_url: `https://${HOST}/hostile?n=${(made += 1)}`,
  event: 'job.created',
});

async function subscribed({ api }: TestService) {
  const { body } = await api.post<{ id: number }>(HOOKS.path, aSubscription());
  return { id: body.id };
}

/** Subscribing again turns it on. */
const ownHook = async ({ api }: TestService) => {
  const own = { target_url: `https://${HOST}/own`, event: 'job.created' };
  return { id: (await api.post<{ id: number }>(HOOKS.path, own)).body.id };
};

const pulledHook = async ({ api }: TestService) => {
  const pulled = { delivery: 'pull', events: ['job.created'] };
  return { id: (await api.post<{ id: number }>(HOOKS.path, pulled)).body.id };
};

const DELIVERY_ID = 'dlv_01K5ZR8XGQ4D2N7M9V3B6C1T0A';
const ofDelivery = {
  async ids(service: TestService) {
    const { id } = await ownHook(service);
    await service.db.query(
      `insert into deliveries (day, company_id, id, endpoint_id, event_id, event_type, status,
         attempts, created_at)
       values (current_date, 1, $1, $2, $1, 'job.created', 'failed', 1, now())
       on conflict do nothing`,
      [DELIVERY_ID, id],
    );
    return {};
  },
  query: {
    delivery_id: required(
      cases.cases([DELIVERY_ID], ['', ' ', 'x', 'dlv_', DELIVERY_ID.toLowerCase(), 'evt_01']),
    ),
  },
};

describeHostileInput({
  contract: HOOKS,
  documentation: webhooksDocumentation,
  start: testService,
  operations: {
    listHooks: {},
    subscribeHook: {
      body: aSubscription,
      fields: {
        target_url: required(
          cases.cases(
            [
              `https://${HOST}:8443/`,
              ` https://${HOST}/blanks `,
              `https://${HOST}/${'x'.repeat(2_000)}`,
            ],
            [
              5,
              true,
              [],
              {},
              '',
              '  ',
              'receiver',
              `http://${HOST}/`,
              `https://me:pw@${HOST}/`,
              `https://${HOST}:1023/`,
              `https://${HOST}/${'x'.repeat(2_048)}`,
              'https://nowhere.example/',
              'https://10.0.0.5/',
            ],
          ),
        ),
        event: required(
          cases.cases(EVENTS, [
            ...oneOf(EVENTS).refused.map(({ value }) => value),
            ...OF_THE_DASHBOARD,
          ]),
        ),
        delivery: cases.orBlank(oneOf(['push'])),
        events: cases.orBlank(cases.cases([undefined], [5, {}, [], ['job.created'], ['x']])),
        headers: cases.orBlank(endpointSettings.headers),
        conditions: cases.orBlank(endpointSettings.conditions),
      },
    },
    unsubscribeHook: { ids: subscribed },
    sampleEvent: {
      query: {
        event: required(
          cases.cases(EVENTS, [
            ...inQuery.oneOf(EVENTS).refused.map(({ value }) => value),
            ...OF_THE_DASHBOARD,
          ]),
        ),
      },
    },
    pullEvents: {
      ids: pulledHook,
      query: {
        cursor: inQuery.cursor(),
        per_page: inQuery.perPage(),
        wait: cases.cases(['0', '1'], ['', ' ', 'x', '-1', '21', '01', '1.5', '1e1']),
      },
    },
    listHookDeliveries: {
      ids: ownHook,
      query: { status: inQuery.oneOf(['pending', 'retrying', 'succeeded', 'failed']) },
    },
    getHookDelivery: ofDelivery,
    resendHookDelivery: ofDelivery,
    resendFailedHookDeliveries: {
      ids: ownHook,
      body: () => ({ since: '2026-03-01T00:00:00Z' }),
      fields: { since: required(cases.timestamp()) },
    },
    pingHook: { ids: ownHook },
    rotateHookSecret: { ids: ownHook },
    pauseHook: { ids: ownHook },
    resumeHook: { ids: ownHook },
  },
  operator: [
    {
      method: 'PUT',
      path: '/admin/endpoints',
      body: () => ({ url: `https://${HOST}/operator`, events: ['job.created'] }),
    },
  ],
});
