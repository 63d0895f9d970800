import { memo, useMemo, type CSSProperties } from 'react';
import { AvailabilityBadge } from '../technicians/technician-badges';
import type { CompanyClock } from '../../shown/company-clock';
import { useTimes } from '../../shown/times';
import type { Day } from './days';
import { JobBlock } from './job-block';
import { countTitleLines, toBookableTechnician, type ScheduleRow } from './rows';
import type { Scale } from './scale';
import classes from './schedule.module.css';
import { describeLoad } from './shown-hours';
import { listWorkingHours, listWarnings } from './working-hours';

interface TechnicianRowProps {
  readonly row: ScheduleRow;
  readonly days: readonly Day[];
  readonly scale: Scale;
  readonly clock: CompanyClock;
  readonly movingIds: ReadonlySet<number>;
  /** Whether only today is shown, so that the availability of now applies. */
  readonly isToday: boolean;
  readonly laneHeight: number;
  /** The job that Tab reaches, if it is in this row. */
  readonly tabStop: number | undefined;
  /** Whether the technician can do the dragged job and is free; undefined if none is dragged. */
  readonly isFit: boolean | undefined;
  readonly index: number;
  readonly top: number;
  readonly height: number;
}

export const TechnicianRow = memo(function TechnicianRow({
  row,
  days,
  scale,
  clock,
  movingIds,
  isToday,
  laneHeight,
  tabStop,
  isFit,
  index,
  top,
  height,
}: TechnicianRowProps) {
  const { technician_id: id, technician_name: name, skills, schedule } = row.technician;
  const { availability_status: availability } = row.technician;
  const hours = useMemo(
    () =>
      // Unknown hours are not marked as free.
      (schedule.length === 0
        ? days
        : days.flatMap(({ date }) => listWorkingHours(date, schedule, clock))
      ).map(scale.toExactExtent),
    [days, schedule, clock, scale],
  );
  const times = useTimes();
  const worker = toBookableTechnician(row);
  const listed = skills.map((skill) => skill.skill_name).join(', ');
  const [day] = days;
  const jobs = row.jobs.map(({ span }) => span);
  const load = day && days.length === 1 && describeLoad(day, { shifts: schedule, jobs }, clock);
  const isAvailable = !isToday || availability === 'Available';
  const until = days.at(-1)?.end ?? 0;
  return (
    <div
      role="row"
      aria-rowindex={index}
      className={classes['row']}
      style={{ top, height }}
      data-technician={id}
      data-fit={isFit}
    >
      <div role="rowheader" className={classes['name']} title={[name, listed].join('\n')}>
        <div>
          <span>{name}</span>
          <small>{[load, isAvailable && listed].filter(Boolean).join(' · ')}</small>
          {!isAvailable && <AvailabilityBadge status={availability} />}
        </div>
      </div>
      <div
        role="cell"
        className={classes['time']}
        style={
          {
            'width': scale.width,
            '--step': `${scale.width / scale.ticks.length}px`,
            '--lines': countTitleLines(laneHeight),
          } as CSSProperties
        }
      >
        {hours.map((extent) => (
          <div key={extent.left} className={classes['hours']} style={extent} />
        ))}
        {row.jobs.map(({ job, extent, lane, span }) => (
          <JobBlock
            key={job.job_id}
            job={job}
            isMoving={movingIds.has(job.job_id)}
            isTabStop={job.job_id === tabStop}
            isResizable={span.end <= until}
            isWeek={days.length > 1}
            warnings={listWarnings(job, worker, span, { clock, times })}
            style={{ ...extent, top: lane * laneHeight + 4, height: laneHeight - 4 }}
          />
        ))}
      </div>
    </div>
  );
});
