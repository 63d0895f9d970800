import type { ScheduledJobResponse } from '../../../../contract/responses';
import { getCompanyClock } from '../../shown/company-clock';
import { NEW_YORK } from '../../test/zones';
import { groupByWhen } from './unassigned-groups';

const clock = getCompanyClock(NEW_YORK);

const job = (
  job_title: string,
  scheduled_start: string | null,
  scheduled_end: string | null = null,
) => ({ job_title, scheduled_start, scheduled_end }) as ScheduledJobResponse;

const JOBS = [
  job('without a date', null),
  job('in a month', '2026-04-07T09:00:00-04:00'),
  job('in three days', '2026-03-07T09:00:00-05:00'),
  job('in a week', '2026-03-11T09:00:00-04:00'),
  job('tomorrow afternoon', '2026-03-05T15:00:00-05:00'),
  job('tomorrow morning', '2026-03-05T08:00:00-05:00'),
  job('late today', '2026-03-04T23:30:00-05:00'),
  job('last week', '2026-02-25T09:00:00-05:00'),
  job('until tomorrow', null, '2026-03-05T10:00:00-05:00'),
];

const group = (from: string, days = 1) =>
  groupByWhen(JOBS, { today: '2026-03-04', shownDays: { from, days, name: 'Shown' }, clock }).map(
    ({ name, jobs }) => [name, jobs.map(({ job_title: title }) => title)],
  );

const NEAR = [
  ['Overdue', ['last week']],
  ['Today', ['late today']],
  ['Tomorrow', ['tomorrow morning', 'until tomorrow', 'tomorrow afternoon']],
];

it('groups jobs by the calendar of the company, the earliest first', () => {
  expect(group('2026-03-04')).toEqual([
    ...NEAR,
    ['Next 7 days', ['in three days', 'in a week']],
    ['Later', ['in a month']],
    ['No date', ['without a date']],
  ]);
});

it('puts the shown days first where they are after tomorrow', () => {
  expect(group('2026-03-05')).toEqual(group('2026-03-04'));
  expect(group('2026-04-06', 7)).toEqual([
    ['Shown', ['in a month']],
    ...NEAR,
    ['Next 7 days', ['in three days', 'in a week']],
    ['No date', ['without a date']],
  ]);
});

it('shows no empty groups', () => {
  const shownDays = { from: '2026-03-04', days: 1, name: 'Shown' };
  expect(groupByWhen([], { today: '2026-03-04', shownDays, clock })).toEqual([]);
});
