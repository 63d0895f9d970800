import { randomUUID } from 'node:crypto';
import {
  createOperatorActed,
  toSubject,
  type OperatorActivity,
  type Publisher,
} from '@svc/contracts';
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

const announce = (context: Publisher, id: string, activity: OperatorActivity, occurredAt = AT) => {
  const record = { companyId: 1, recordId: 7, version: 2, occurredAt };
  const event = createOperatorActed(record, activity);
  const body = JSON.stringify(toCloudEvent(context, id, event));
  return service.announce({ id: randomUUID(), subject: toSubject(context, event.type), body });
};

const logged = async () =>
  (await service.rows('activities')).map(({ who, kind, what, address, user_id, created_at }) => ({
    ...{ who, kind, what, address, user_id, created_at },
  }));

it('are in the log of activity once, however often they are delivered', async () => {
  const done: [Publisher, OperatorActivity][] = [
    ['gateway', { kind: 'api_key', what: 'Revoked the API key ERP (svc_live_…abcd)' }],
    ['gateway', { kind: 'deletion', what: 'Emptied the test data' }],
    ['jobs', { kind: 'deletion', what: 'Deleted the job 7, Boiler service' }],
    ['customers', { kind: 'deletion', what: 'Removed the customer 7, Acme' }],
    ['webhooks', { kind: 'webhook', what: 'Turned off the webhook endpoint https://erp.example/' }],
  ];
  for (const [context, activity] of [...done, ...done]) {
    await announce(context, `evt_${context}_${activity.kind}`, activity);
  }
  await eventually(async () => expect((await logged()).length).toBe(done.length));
  for (const [context, { kind }] of done) {
    await announce(context, `evt_last_${context}_${kind}`, { kind, what: 'Last' });
  }

  await eventually(async () => {
    expect((await logged()).filter(({ what }) => what === 'Last').length).toBe(done.length);
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

it('are logged of no context in the place of another, and of none at a time that is still to come', async () => {
  const forged: [Publisher, OperatorActivity][] = [
    ['jobs', { kind: 'api_key', what: 'Revoked the API key ERP' }],
    ['jobs', { kind: 'sign_in' as 'api_key', what: 'Signed in' }],
    ['customers', { kind: 'deletion', what: 'x'.repeat(3_001) }],
    ['customers', { kind: 'deletion', what: { text: 'x' } as unknown as string }],
    ['webhooks', { kind: 'settings', what: "Changed the company's plan" }],
  ];
  for (const [number, [context, activity]] of forged.entries()) {
    await announce(context, `evt_forged_${number}`, activity);
  }
  const late = { kind: 'deletion', what: 'Deleted the job 8' } as const;
  await announce('jobs', 'evt_late', late, new Date('2999-01-01T00:00:00Z'));

  await eventually(async () => {
    expect((await service.rows('dead_letters')).length).toBe(forged.length);
    expect(await logged()).toContainEqual(expect.objectContaining({ what: late.what }));
  });
  const all = await logged();
  for (const [, { what }] of forged)
    expect(all).not.toContainEqual(expect.objectContaining({ what }));
  const [{ created_at: at } = { created_at: AT }] = all.filter(({ what }) => what === late.what);
  expect((at as Date).getTime()).toBeLessThanOrEqual(Date.now());
});
