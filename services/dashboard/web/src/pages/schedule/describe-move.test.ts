import type { ScheduledJobResponse } from '../../../../contract/responses';
import { getReadableTimes } from '../../shown/readable-times';
import { NEW_YORK } from '../../test/zones';
import { describeMove } from './describe-move';
import type { Placement } from './placement';

const times = getReadableTimes({ zone_name: 'Eastern Time', rules: NEW_YORK }, 'US');

const job = {
  job_title: 'Fill the chiller',
  assigned_technician_id: 3,
  scheduled_start: '2026-03-03T13:30:00-05:00',
  scheduled_end: '2026-03-03T15:00:00-05:00',
  job_status: 'Assigned',
} as ScheduledJobResponse;

const describeTo = (to: Partial<Placement>, from: Partial<Placement> = {}): string =>
  describeMove(
    { job: { ...job, ...from }, to: { ...job, ...to }, technicianName: 'Erik Lindqvist' },
    times,
  ).replaceAll(/\s/g, ' ');

it.each<readonly [string, Partial<Placement>, Partial<Placement>]>([
  ['Assigned to Erik Lindqvist, Tue 1:30 PM', {}, { job_status: 'Pending' }],
  ['Moved to Erik Lindqvist, Tue 1:30 PM', { assigned_technician_id: 4 }, {}],
  [
    'Assigned to Erik Lindqvist',
    { scheduled_start: null, scheduled_end: null },
    { assigned_technician_id: null, job_status: 'Pending' },
  ],
  ['Now Tue 1:30 – 4:00 PM', { scheduled_end: '2026-03-03T16:00:00-05:00' }, {}],
  ['“Fill the chiller” unassigned', { assigned_technician_id: null, job_status: 'Pending' }, {}],
])('%s', (expected, to, from) => {
  expect(describeTo(to, from)).toBe(expected);
});
