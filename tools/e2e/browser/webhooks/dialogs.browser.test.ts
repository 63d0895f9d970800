import { eventually } from '@svc/testing';
import { givenCompany, givenJob } from '../../test/platform';
import { startReceiver, type Receiver } from '../../test/receiver';
import { describeDialogs } from '../every-dialog';
import { callDashboardAs, givenPeople } from '../people';

const SLUG = 'people-with-webhook-dialogs';

const [olive] = givenPeople(SLUG, `Company ${SLUG}`, [{ name: 'Olive Owner', role: 'owner' }]);

let receiver: Receiver;
let endpoint: unknown;
let delivery: unknown;
beforeAll(async () => {
  receiver = await startReceiver();
  const { api, ids } = await givenCompany(SLUG);
  const ask = await callDashboardAs(olive);
  ({ id: endpoint } = await ask('POST', 'webhooks/endpoints', {
    url: receiver.urlOf('/dialogs'),
    events: ['job.created'],
  }));
  await givenJob(api, ids.customer_locations['shop'], 'Replace the belt');
  await eventually(async () => {
    const [first] = (await ask('GET', 'webhooks/deliveries')) as unknown as {
      id: string;
    }[];
    expect(first).toBeDefined();
    delivery = first?.id;
  });
});
afterAll(() => receiver?.close());

describeDialogs(olive, [
  {
    name: 'Webhooks',
    path: '/webhooks',
    opens: ['New endpoint'],
    shows: ['Endpoint', 'Events', 'Status', 'Last delivery'],
  },
  {
    name: 'Endpoint',
    path: '/webhooks',
    of: () => endpoint,
    heading: () => receiver.urlOf('/dialogs'),
    opens: ['Turn off', 'New secret', 'Edit', 'Delete endpoint'],
  },
  {
    name: 'Deliveries',
    path: '/webhooks/deliveries',
    opens: ['Resend failed'],
    offers: ['Endpoint', 'Event', 'Status'],
    shows: ['Event', 'Endpoint', 'Status', 'Response', 'Attempts', 'Time'],
  },
  { name: 'job.created', path: '/webhooks/deliveries', of: () => delivery },
]);
