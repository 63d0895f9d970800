import { memo, useMemo, type CSSProperties } from 'react';
import type { ScheduledTechnicianResponse } from '../../../../contract/responses';
import { AvailabilityBadge } from '../technicians/technician-badges';
import type { CompanyClock } from '../../shown/company-clock';
import { useTimes } from '../../shown/times';
import type { Day } from './days';
import { JobBlock } from './job-block';
import type { PlacedJob } from './rows';
import type { Scale } from './scale';
import classes from './schedule.module.css';
import { listWorkingHours, listWarnings } from './working-hours';

export const LANE_HEIGHT = 48;

interface TechnicianRowProps {
  readonly technician: ScheduledTechnicianResponse;
  readonly jobs: readonly PlacedJob[];
  readonly days: readonly Day[];
  readonly scale: Scale;
  readonly clock: CompanyClock;
  readonly moving: ReadonlySet<number>;
  /** Whether only today is shown, so that the availability of now applies. */
  readonly isToday: boolean;
  readonly index: number;
  readonly top: number;
  readonly height: number;
}

export const TechnicianRow = memo(function TechnicianRow({
  technician,
  jobs,
  days,
  scale,
  clock,
  moving,
  isToday,
  index,
  top,
  height,
}: TechnicianRowProps) {
  const { technician_id: id, technician_name: name, skills, schedule } = technician;
  const hours = useMemo(
    () =>
      // Unknown hours are not marked as free.
      (schedule.length === 0
        ? days
        : days.flatMap(({ date }) => listWorkingHours(date, schedule, clock))
      ).map(scale.toShade),
    [days, schedule, clock, scale],
  );
  const times = useTimes();
  const worker = { name, skills, shifts: schedule, bookings: jobs };
  const listed = skills.map((skill) => skill.skill_name).join(', ');
  return (
    <div
      role="row"
      aria-rowindex={index}
      className={classes['row']}
      style={{ top, height }}
      data-technician={id}
    >
      <div role="rowheader" className={classes['name']} title={[name, listed].join('\n')}>
        <div>
          <span>{name}</span>
          {!isToday || technician.availability_status === 'Available' ? (
            <small>{listed}</small>
          ) : (
            <AvailabilityBadge status={technician.availability_status} />
          )}
        </div>
      </div>
      <div
        role="cell"
        className={classes['time']}
        style={
          {
            'width': scale.width,
            '--step': `${scale.width / scale.ticks.length}px`,
          } as CSSProperties
        }
      >
        {hours.map((extent) => (
          <div key={extent.left} className={classes['hours']} style={extent} />
        ))}
        {jobs.map(({ job, extent, lane, span }) => (
          <JobBlock
            key={job.job_id}
            job={job}
            isMoving={moving.has(job.job_id)}
            warnings={listWarnings(job, worker, span, { clock, times })}
            style={{ ...extent, top: lane * LANE_HEIGHT + 4, height: LANE_HEIGHT - 4 }}
          />
        ))}
      </div>
    </div>
  );
});
