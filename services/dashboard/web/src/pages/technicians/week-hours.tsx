import type { ShiftResponse, TechnicianResponse } from '../../../../contract/responses';
import { RowTable } from '../../records/record-table';
import { None } from '../../shown/none';
import { useTimes } from '../../shown/times';
import { DAYS } from './technician-badges';
import classes from './week-hours.module.css';

/** A lane is at least this long, in hours of the day. */
const USUAL = { first: 6, last: 19 } as const;

const toHours = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours + minutes / 60;
};

interface WeekHoursProps {
  readonly technician: TechnicianResponse;
}

/** A lane per day, with its hours as text. */
export function WeekHours({ technician: { schedule } }: WeekHoursProps) {
  const { timeOfDay } = useTimes();
  const first = Math.min(USUAL.first, ...schedule.map((shift) => toHours(shift.start_time)));
  const last = Math.max(USUAL.last, ...schedule.map((shift) => toHours(shift.end_time)));
  const toPercent = (hours: number): string => `${(100 * hours) / (last - first)}%`;
  const hoursText = ({ start_time: start, end_time: end, is_available: works }: ShiftResponse) =>
    `${timeOfDay(start)} – ${timeOfDay(end)}${works ? '' : ', not working'}`;
  return (
    <RowTable
      name="Weekly schedule"
      rows={DAYS.map((day, at) => ({
        day,
        shifts: schedule.filter(({ day_of_week: weekday }) => weekday === at + 1),
      }))}
      getKey={({ day }) => day}
      columns={[
        { name: 'Day', width: '20%', cell: ({ day }) => day },
        {
          name: 'Working hours',
          width: '45%',
          phone: 'plain',
          cell: ({ shifts }) => (
            <div className={classes['lane']} aria-hidden="true">
              {shifts
                .filter(({ is_available: works }) => works)
                .map(({ start_time: start, end_time: end }) => (
                  <span
                    key={start}
                    style={{
                      left: toPercent(toHours(start) - first),
                      width: toPercent(toHours(end) - toHours(start)),
                    }}
                  />
                ))}
            </div>
          ),
        },
        {
          name: 'From – to',
          phone: 'plain',
          cell: ({ shifts }) =>
            shifts.length === 0 ? (
              <None>Off</None>
            ) : (
              shifts.map((shift) => <div key={shift.start_time}>{hoursText(shift)}</div>)
            ),
        },
      ]}
    />
  );
}
