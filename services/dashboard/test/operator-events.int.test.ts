import { randomUUID } from 'node:crypto';
import { operatorActed, subjectOf, type OperatorActivity, type Publisher } from '@svc/contracts';
import { toCloudEvent } from '@svc/messaging';
import { eventually } from '@svc/testing';
import { testService, type TestService } from './service';

let service: TestService;

beforeAll(async () => {
  service = await testService();
  await service.startReplica();
});
afterAll(() => service.close());

const AT = new Date('2026-03-02T14:00:00Z');

/** Has an owner announce what the operator did, once or more. */
const announce = (context: Publisher, id: string, activity: OperatorActivity) => {
  const record = { companyId: 1, recordId: 7, version: 2, occurredAt: AT };
  const event = operatorActed(record, activity);
  const body = JSON.stringify(toCloudEvent(context, id, event));
  return service.announce({ id: randomUUID(), subject: subjectOf(context, event.type), body });
};

const logged = async () =>
  (await service.rows('activities')).map(({ who, kind, what, address, user_id, created_at }) => ({
    ...{ who, kind, what, address, user_id, created_at },
  }));

it('are in the log of activity once, however often they are delivered', async () => {
  const done: [Publisher, OperatorActivity][] = [
    ['gateway', { kind: 'api_key', what: 'Revoked the API key ERP (svc_live_…abcd)' }],
    ['jobs', { kind: 'deletion', what: 'Deleted the job 7, Boiler service' }],
    ['customers', { kind: 'deletion', what: 'Removed the customer 7, Acme' }],
    ['webhooks', { kind: 'webhook', what: 'Turned off the webhook endpoint https://erp.example/' }],
  ];
  for (const [context, activity] of [...done, ...done]) {
    await announce(context, `evt_${context}`, activity);
  }
  await eventually(async () => expect(await logged()).toHaveLength(done.length));
  for (const context of ['gateway', 'jobs', 'customers', 'webhooks'] as const) {
    await announce(context, `evt_last_${context}`, { kind: 'settings', what: 'Last' });
  }

  await eventually(async () => {
    expect((await logged()).filter(({ what }) => what === 'Last')).toHaveLength(4);
  });
  const others = (await logged()).filter(({ what }) => what !== 'Last');
  expect(others).toHaveLength(done.length);
  expect(others).toEqual(
    expect.arrayContaining(
      done.map(([, { kind, what }]) => ({
        who: 'Operator',
        user_id: null,
        address: null,
        created_at: AT,
        kind,
        what,
      })),
    ),
  );
  expect(await service.rows('dead_letters')).toEqual([]);
});
