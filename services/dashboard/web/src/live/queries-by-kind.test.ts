import { isAffected } from './queries-by-kind';

const job = { kind: 'job', ids: [12, 13] } as const;

it.each([
  ['the list, whatever its filters', ['jobs', {}, { status: 'Pending' }, 1]],
  ['the record', ['jobs', '12']],
  ['what belongs to the record', ['jobs/13/history', {}, {}, 1]],
  ['other pages that show it', ['schedule', 'jobs', '2026-03-02', 'day']],
  ['lists of it at other records', ['customers/5/jobs', {}, {}, 1]],
])('a change concerns %s', (_what, key) => {
  expect(isAffected(key, job)).toBe(true);
});

it.each([
  ['another record', ['jobs', '14']],
  ['what belongs to another record', ['jobs/1/history', {}, {}, 1]],
  ['other kinds', ['webhooks/deliveries', {}, {}, 1]],
  ['what only begins like it', ['jobsites', {}, {}, 1]],
])('a change does not concern %s', (_what, key) => {
  expect(isAffected(key, job)).toBe(false);
});

it('concerns every record if the changed one is unknown', () => {
  expect(isAffected(['jobs', '14'], { kind: 'job', ids: null })).toBe(true);
});

it('concerns the records beside which it is shown', () => {
  expect(isAffected(['jobs/4/invoices', {}, {}, 1], { kind: 'invoice', ids: [90] })).toBe(true);
  expect(isAffected(['customers/4/locations'], { kind: 'location', ids: [90] })).toBe(true);
});

it('reloads all live queries for everything, but no secret that each read renews', () => {
  for (const key of [['jobs', '1'], ['session'], ['webhooks/deliveries', {}, {}, 1]]) {
    expect(isAffected(key, 'everything')).toBe(true);
  }
  expect(isAffected(['me/two-step'], 'everything')).toBe(false);
});
