import type { DomainEvent } from '@svc/contracts';
import { MalformedEvent, parseCloudEvent, toCloudEvent } from './cloud-event';

const EVENT: DomainEvent = {
  type: 'job.status_changed',
  companyId: 3,
  recordId: 42,
  version: 2,
  occurredAt: new Date('2026-05-27T14:30:00.250Z'),
  actor: 'api_key:9',
  data: { previous: { status: 'Assigned' } },
};

const SUBJECT = 'fsm.jobs.job.status_changed';
const ENVELOPE = {
  specversion: '1.0',
  id: 'evt_1',
  source: '/jobs',
  type: 'job.status_changed',
  subject: '42',
  time: '2026-05-27T14:30:00.250Z',
  datacontenttype: 'application/json',
  companyid: 3,
  version: 2,
  actor: 'api_key:9',
  data: { previous: { status: 'Assigned' } },
};

const TRACE = {
  traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
  tracestate: 'vendor=1',
};

it('writes a domain event as a CloudEvent', () => {
  expect(JSON.stringify(toCloudEvent('jobs', 'evt_1', EVENT))).toBe(JSON.stringify(ENVELOPE));
});

it('writes the trace as the extension for distributed tracing', () => {
  expect(toCloudEvent('jobs', 'evt_1', EVENT, TRACE)).toEqual({ ...ENVELOPE, ...TRACE });
});

it('reads back what it wrote', () => {
  const text = JSON.stringify(toCloudEvent('jobs', 'evt_1', EVENT));
  expect(parseCloudEvent(text, SUBJECT)).toEqual({ id: 'evt_1', ...EVENT });
});

it.each([
  ['all of it', TRACE, TRACE],
  ['no state', { traceparent: TRACE.traceparent }, { traceparent: TRACE.traceparent }],
  [
    'a state that no database takes',
    { ...TRACE, tracestate: 'a=\0' },
    { traceparent: TRACE.traceparent },
  ],
  ['a parent that is no text', { ...TRACE, traceparent: 7 }, undefined],
  ['a parent that no database takes', { ...TRACE, traceparent: '\0' }, undefined],
  ['a parent without end', { ...TRACE, traceparent: '0'.repeat(513) }, undefined],
])('reads of a trace: %s', (_, extension, trace) => {
  const text = JSON.stringify({ ...ENVELOPE, ...extension });
  expect(parseCloudEvent(text, SUBJECT)).toEqual({
    id: 'evt_1',
    ...EVENT,
    ...(trace && { trace }),
  });
});

it('reads the highest version that databases take', () => {
  const text = JSON.stringify({ ...ENVELOPE, version: 2 ** 31 - 1 });

  expect(parseCloudEvent(text, SUBJECT)).toMatchObject({ version: 2 ** 31 - 1 });
});

it.each([
  ['not JSON', '{'],
  ['no object', '[]'],
  ['another specversion', JSON.stringify({ ...ENVELOPE, specversion: '0.3' })],
  ['no id', JSON.stringify({ ...ENVELOPE, id: undefined })],
  ['an id that no database takes', JSON.stringify({ ...ENVELOPE, id: 'evt_\0' })],
  ['an id without end', JSON.stringify({ ...ENVELOPE, id: 'e'.repeat(65) })],
  ['an id that no request may have', JSON.stringify({ ...ENVELOPE, id: 'evt_1.2' })],
  ['no source', JSON.stringify({ ...ENVELOPE, source: undefined })],
  ['another source', JSON.stringify({ ...ENVELOPE, source: '/customers' })],
  [
    'a source that has taken a part of the type',
    JSON.stringify({ ...ENVELOPE, source: '/jobs.job', type: 'status_changed' }),
  ],
  ['a source that is no context', JSON.stringify({ ...ENVELOPE, source: 'jobs' })],
  ['another type', JSON.stringify({ ...ENVELOPE, type: 'job.completed' })],
  ['no type', JSON.stringify({ ...ENVELOPE, type: '' })],
  ['no actor', JSON.stringify({ ...ENVELOPE, actor: null })],
  ['a company that is text', JSON.stringify({ ...ENVELOPE, companyid: '3' })],
  ['version 0', JSON.stringify({ ...ENVELOPE, version: 0 })],
  ['a version that no database takes', JSON.stringify({ ...ENVELOPE, version: 2 ** 31 })],
  ['a subject that is no id', JSON.stringify({ ...ENVELOPE, subject: 'x' })],
  ['a time that is none', JSON.stringify({ ...ENVELOPE, time: 'noon' })],
  [
    'a time that no database takes',
    JSON.stringify({ ...ENVELOPE, time: '-271821-04-20T00:00:00.000Z' }),
  ],
  ['data that is no object', JSON.stringify({ ...ENVELOPE, data: null })],
])('refuses an envelope with %s', (_, text) => {
  expect(() => parseCloudEvent(text, SUBJECT)).toThrow(MalformedEvent);
});

it.each(['fsm.customers.job.status_changed', 'fsm.jobs.job.completed', 'fsm.jobs'])(
  'refuses an envelope that was published at %s',
  (subject) => {
    expect(() => parseCloudEvent(JSON.stringify(ENVELOPE), subject)).toThrow(
      'source and type are not those of its subject',
    );
  },
);

it.each([
  ['inventory', 'job.created'],
  ['inventory', 'key.revoked'],
  ['inventory', 'operator.acted'],
  ['jobs', 'customer.deleted'],
  ['inventory.jobs', 'job.created'],
])("refuses of %s, at its own subject, another context's %s", (context, type) => {
  const text = JSON.stringify({ ...ENVELOPE, source: `/${context}`, type });

  expect(() => parseCloudEvent(text, `fsm.${context}.${type}`)).toThrow(
    "Malformed event: its type is another context's.",
  );
});

it.each([
  ['jobs', 'job.archived'],
  ['inventory', 'shipment.sent'],
])('reads of %s a newer %s', (context, type) => {
  const text = JSON.stringify({ ...ENVELOPE, source: `/${context}`, type });

  expect(parseCloudEvent(text, `fsm.${context}.${type}`)).toMatchObject({ type, recordId: 42 });
});
