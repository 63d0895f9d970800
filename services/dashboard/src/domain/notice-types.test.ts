import { NOTICE_KINDS, type Notice } from './notice';
import { createNotice, type NoticeFacts } from './notice-types';

const at = new Date('2026-03-02T14:15:00Z');
const company = { zone: 'America/New_York', country: 'US' };
const TROUBLE = {
  url: 'https://erp.example/former-erp',
  reason: 'deliveries_failed',
  delivery_id: 'dlv_1',
  failing_since: '2026-03-02T12:05:00.000Z',
} as const;
const KEY = { id: 7, name: 'ERP', mode: 'live', last4: 'abcd', scopes: ['jobs:read'] } as const;

const FACTS: NoticeFacts = {
  'webhook.endpoint_failing': { id: 7, at, company, data: { ...TROUBLE, reason: null } },
  'webhook.endpoint_off': { id: 7, at, company, data: TROUBLE },
  'key.created': { key: { ...KEY, scopes: [...KEY.scopes] }, author: 'Olive' },
  'key.revoked': { key: { ...KEY, scopes: [...KEY.scopes] }, author: 'Olive' },
  'key.expiring': {
    ...{ id: 7, at, company },
    data: { name: 'ERP', mode: 'live', last4: 'abcd', expires_at: at.toISOString() },
  },
  'service_request.created': {
    ...{ id: 7, at, company },
    data: { contact_name: 'Grace Hopper', subject: 'The unit is loud.' },
  },
  'job.late': {
    ...{ id: 7, at, company },
    data: { job_title: 'Fix the pump', scheduled_end: at.toISOString() },
  },
  'stock.low': {
    ...{ id: 7, at, company },
    data: { part_name: 'Filter', quantity_on_hand: 2, min_stock_level: 5 },
  },
};

const create = (kind: keyof NoticeFacts): Notice =>
  createNotice(kind, FACTS[kind] as never, {
    ...{ eventId: 'evt_1', companyId: 1, targetId: 7, mode: 'live' },
  });

it.each(NOTICE_KINDS)('%s says what happened, and has a target and an action', (kind) => {
  const { title, text, target, actions, formatRepeated } = create(kind);

  expect(title).toMatch(/^[A-Z…]/);
  expect(text).not.toBe('');
  expect(target).toMatchObject({ kind: expect.stringMatching(/./), id: 7 });
  expect(actions.length).toBeGreaterThan(0);
  for (const { name, path } of actions) {
    expect(name).toMatch(/^(Open|Resend|Review|View) /);
    expect(path).toMatch(/^\/[a-z-]+/);
  }
  expect(formatRepeated(3)).toContain('3');
});

it('leads from a failed delivery to it, its endpoint, and all that failed since', () => {
  const { actions, formatRepeated } = create('webhook.endpoint_failing');

  expect(actions).toEqual([
    { name: 'Open delivery', path: '/webhooks/deliveries/dlv_1' },
    { name: 'Open endpoint', path: '/webhooks/7' },
    {
      name: 'Resend failed since then',
      path: '/webhooks/deliveries?endpoint_id=7&resend_since=2026-03-02T12%3A00%3A00.000Z',
    },
  ]);
  expect(formatRepeated(3)).toBe('3 deliveries to …/former-erp failed');
});

it('says what the office needs to know', () => {
  expect(create('service_request.created')).toMatchObject({
    title: 'New service request from Grace Hopper',
    text: 'The unit is loud.',
  });
  expect(create('job.late')).toMatchObject({
    title: 'Job 7 is late: Fix the pump',
    text: 'It was scheduled to end at Mar 2, 2026, 9:15 AM EST and is not completed.',
  });
  expect(create('key.expiring')).toMatchObject({
    title: 'API key expires soon: ERP',
    text: expect.stringContaining('svc_live_…abcd) stops working at Mar 2, 2026, 9:15 AM EST'),
  });
  expect(create('stock.low')).toMatchObject({
    title: 'Low stock: Filter',
    text: '2 left, minimum 5.',
  });
});
