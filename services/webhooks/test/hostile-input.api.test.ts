import { HOOKS } from '@svc/contracts';
import { cases, describeHostileInput } from '@svc/testing-services';
import { webhooksDocumentation } from '../src/http/documentation';
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
  },
  operator: [
    {
      method: 'PUT',
      path: '/admin/endpoints',
      body: () => ({ url: `https://${HOST}/operator`, events: ['job.created'] }),
    },
  ],
});
