import { endAt, assignTo, toChangedFields, placeAt, toSpan } from './placement';

const job = (scheduled_start: string | null, scheduled_end: string | null) =>
  ({ assigned_technician_id: 3, scheduled_start, scheduled_end }) as Parameters<typeof placeAt>[0];

const NINE = '2026-03-04T09:00:00-05:00';
const HALF_PAST_TEN = '2026-03-04T10:30:00-05:00';
const NOON = Date.parse('2026-03-04T17:00:00Z');

it('moves a job with its length', () => {
  expect(placeAt(job(NINE, HALF_PAST_TEN), NOON)).toEqual({
    assigned_technician_id: 3,
    scheduled_start: '2026-03-04T17:00:00.000Z',
    scheduled_end: '2026-03-04T18:30:00.000Z',
  });
});

it('gives an hour to a job that had no times, and no end to one that had none', () => {
  expect(placeAt(job(null, null), NOON)).toMatchObject({
    scheduled_start: '2026-03-04T17:00:00.000Z',
    scheduled_end: '2026-03-04T18:00:00.000Z',
  });
  expect(placeAt(job(NINE, null), NOON)).toMatchObject({ scheduled_end: null });
});

it('changes nothing of a job that stays where it was', () => {
  const stays = job(NINE, HALF_PAST_TEN);

  expect(toChangedFields(stays, placeAt(stays, Date.parse(NINE)))).toEqual({});
  expect(toChangedFields(stays, { ...stays, assigned_technician_id: null })).toEqual({
    assigned_technician_id: null,
  });
});

it('ends a job at another time, and not before a quarter of an hour', () => {
  const given = job(NINE, HALF_PAST_TEN);

  expect(endAt(given, NOON)).toMatchObject({
    scheduled_start: NINE,
    scheduled_end: '2026-03-04T17:00:00.000Z',
  });
  expect(endAt(given, Date.parse(NINE) - 1)).toMatchObject({
    scheduled_end: '2026-03-04T14:15:00.000Z',
  });
  expect(endAt(job(NINE, null), NOON)).toMatchObject({
    scheduled_start: NINE,
    scheduled_end: '2026-03-04T17:00:00.000Z',
  });
  expect(toChangedFields(given, endAt(given, Date.parse(HALF_PAST_TEN)))).toEqual({});
});

it.each([
  ['Pending', 4, 'Assigned'],
  ['Assigned', null, 'Pending'],
  ['Assigned', 4, 'Assigned'],
  ['In Progress', null, 'In Progress'],
] as const)('makes a job that is %s and goes to %s %s', (job_status, technicianId, expected) => {
  expect(assignTo({ ...job(NINE, null), job_status }, technicianId)).toEqual({
    assigned_technician_id: technicianId,
    scheduled_start: NINE,
    scheduled_end: null,
    job_status: expected,
  });
});

it('lasts an hour where one time alone is known', () => {
  const nine = Date.parse(NINE);

  expect(toSpan(job(NINE, null))).toEqual({ start: nine, end: nine + 3_600_000 });
  expect(toSpan(job(null, NINE))).toEqual({ start: nine - 3_600_000, end: nine });
  expect(toSpan(job(null, null))).toBeUndefined();
});
