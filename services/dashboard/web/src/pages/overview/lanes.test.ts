import type { ScheduledJobResponse } from '../../../../contract/responses';
import { listDaysFrom, type Day } from '../schedule/days';
import { getCompanyClock } from '../../shown/company-clock';
import { createLanes, findDayHours } from './lanes';

const clock = getCompanyClock([{ from: 0, offset: -300, name: 'EST' }]);

const [today] = listDaysFrom('2026-03-04', 1, clock) as [Day];

const job = (
  id: number,
  technician: string | null,
  start: string,
  end: string,
): ScheduledJobResponse =>
  ({
    job_id: id,
    assigned_technician_id: technician === null ? null : technician.length,
    assigned_technician_name: technician,
    scheduled_start: `2026-03-04T${start}:00-05:00`,
    scheduled_end: `2026-03-04T${end}:00-05:00`,
  }) as ScheduledJobResponse;

const timeless = { ...job(9, null, '09:00', '10:00'), scheduled_start: null, scheduled_end: null };

describe('createLanes', () => {
  it('has a lane per technician by name, with and without jobs, and one for nobody at last', () => {
    const lanes = createLanes(
      {
        jobs: [job(1, 'Zoe Young', '09:00', '10:00'), job(2, 'Zoe Young', '11:00', '12:00')],
        unassigned: [job(3, null, '09:00', '10:00'), timeless],
      },
      [{ technician_id: 77, first_name: 'Ada', last_name: 'Byron' }],
      today,
    );

    expect(lanes.map((lane) => [lane.name, lane.jobs.map((each) => each.job.job_id)])).toEqual([
      ['Ada Byron', []],
      ['Zoe Young', [1, 2]],
      ['Unassigned', [3]],
    ]);
  });

  it('has no lane for nobody where only jobs of other days or without a time wait', () => {
    const ofYesterday = {
      ...job(8, null, '09:00', '10:00'),
      scheduled_start: '2026-03-03T09:00:00-05:00',
      scheduled_end: null,
    };
    expect(createLanes({ jobs: [], unassigned: [timeless, ofYesterday] }, [], today)).toEqual([]);
  });
});

describe('findDayHours', () => {
  const hoursOf = (...jobs: readonly ScheduledJobResponse[]) => {
    const { from, until } = findDayHours(
      createLanes({ jobs, unassigned: [] }, [], today),
      clock,
      today,
    );
    return [clock.timeAt(from), clock.timeAt(until)];
  };

  it('shows a working day, and more where jobs begin earlier or end later', () => {
    expect(hoursOf()).toEqual(['2026-03-04T06:00', '2026-03-04T19:00']);
    expect(hoursOf(job(1, 'Zoe', '05:30', '21:15'))).toEqual([
      '2026-03-04T05:00',
      '2026-03-04T22:00',
    ]);
  });

  it('shows no more for a job that begins on an earlier day and ends on a later one', () => {
    const long = {
      ...job(1, 'Zoe', '09:00', '10:00'),
      scheduled_start: '2026-03-01T08:00:00-05:00',
      scheduled_end: '2026-03-09T08:00:00-05:00',
    };
    expect(hoursOf(long)).toEqual(['2026-03-04T06:00', '2026-03-04T19:00']);
  });
});
