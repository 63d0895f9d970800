import { Skeleton } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { ListedTechnicianResponse } from '../../../../contract/responses';
import { ChartTable } from '../../charts/chart-table';
import chartClasses from '../../charts/charts.module.css';
import { request } from '../../server/request';
import { formatCount } from '../../shown/format-count';
import { QueriesFailure } from '../../shown/failure-alert';
import { toMarkColor } from '../../shown/status';
import { useCompanyClock, useTimes } from '../../shown/times';
import { STATUS_COLORS } from '../jobs/job-badges';
import { listDaysFrom, type Day } from '../schedule/days';
import { scheduledJobsQuery, scheduledTechniciansQuery } from '../schedule/queries';
import { describeLoad } from '../schedule/shown-hours';
import { useNow } from '../../shown/use-now';
import { createLanes, findDayHours, type Lane } from './lanes';
import classes from './overview.module.css';

const LANE_HEIGHT = 20;
const AXIS_HEIGHT = 18;
const NAMES_WIDTH = 110;
const LOADS_WIDTH = 80;
const MIN_WIDTH_WITH_LOADS = 480;
const MIN_TICK_WIDTH = 56;
const MIN_LABEL_WIDTH = 40;
const HOUR_MS = 3_600_000;
/** A company with more technicians sees those who have jobs. */
const MAX_IDLE_TECHNICIANS = 25;
const MAX_LANES = 100;

/** The day of all technicians as a picture, with its values as a table. */
export function DayLanes({ date }: { readonly date: string }) {
  const schedule = useQuery(scheduledJobsQuery(date, 'day'));
  const technicians = useQuery({
    queryKey: ['technicians', 'active'],
    queryFn: () =>
      request<readonly ListedTechnicianResponse[]>('GET', 'technicians', {
        query: { status: 'Active', per_page: MAX_IDLE_TECHNICIANS },
      }),
  });
  const total = technicians.data?.pagination?.total;
  const isSmall = total !== undefined && total <= MAX_IDLE_TECHNICIANS;
  const shifts = useQuery({ ...scheduledTechniciansQuery, enabled: isSmall });
  const clock = useCompanyClock();
  const { ref, width } = useElementSize();
  const times = useTimes();
  const queries = [schedule, technicians];
  if (queries.some(({ data, error }) => error && !data)) {
    return <QueriesFailure what="today's schedule" queries={queries} />;
  }
  if (!schedule.data || !technicians.data) {
    return <Skeleton height={120} mb="sm" aria-busy="true" />;
  }

  const { data: active } = technicians.data;
  const [day] = listDaysFrom(date, 1, clock) as [Day];
  const lanes = createLanes(schedule.data.data, isSmall ? active : [], day).slice(0, MAX_LANES);
  if (lanes.length === 0) return null;
  const hours = findDayHours(lanes, clock, day);
  const toLoad = ({ id, jobs: ofLane }: Lane): string => {
    const known = shifts.data?.data.technicians.find((each) => each.technician_id === id);
    if (!known) return '';
    return describeLoad(day, { shifts: known.schedule, jobs: ofLane }, clock);
  };
  const jobs = lanes.reduce((sum, lane) => sum + lane.jobs.length, 0);
  const name = "Today's schedule";
  return (
    <figure className={chartClasses['chart']} aria-label={name}>
      {/* Focusable, because it scrolls. */}
      <div ref={ref} className={classes['lanes']} tabIndex={0} role="group" aria-label={name}>
        {width > 0 && (
          <Drawing
            {...{ lanes, hours, width, toLoad }}
            label={`${name}: ${formatCount(jobs, 'job')} of ${formatCount(lanes.length, 'row')}`}
          />
        )}
      </div>
      <ChartTable
        name={name}
        columns={['Technician', 'Planned', 'Job', 'Time', 'Status']}
        rows={() =>
          lanes.flatMap((lane) =>
            lane.jobs.map(({ job, start, end }) => [
              lane.name,
              toLoad(lane),
              job.job_title,
              times.timeRange(start, end),
              job.job_status,
            ]),
          )
        }
      />
    </figure>
  );
}

interface DrawingProps {
  readonly lanes: readonly Lane[];
  readonly hours: { readonly from: number; readonly until: number };
  readonly width: number;
  readonly label: string;
  readonly toLoad: (lane: Lane) => string;
}

function Drawing({ lanes, hours, width, label, toLoad }: DrawingProps) {
  const times = useTimes();
  const now = useNow();
  const height = AXIS_HEIGHT + lanes.length * LANE_HEIGHT;
  const span = hours.until - hours.from;
  const right = width < MIN_WIDTH_WITH_LOADS ? width : width - LOADS_WIDTH;
  const x = (at: number): number =>
    NAMES_WIDTH +
    ((right - NAMES_WIDTH) * (Math.min(Math.max(at, hours.from), hours.until) - hours.from)) / span;
  const hourWidth = ((right - NAMES_WIDTH) * HOUR_MS) / span;
  const step = Math.max(1, Math.ceil(MIN_TICK_WIDTH / hourWidth));
  const ticks = Array.from(
    { length: Math.ceil(span / HOUR_MS / step) },
    (_, at) => hours.from + at * step * HOUR_MS,
  );
  return (
    <svg width={width} height={height} role="img" aria-label={label}>
      {ticks.map((at) => (
        <g key={at}>
          <line
            className={chartClasses['grid']}
            x1={x(at)}
            x2={x(at)}
            y1={AXIS_HEIGHT}
            y2={height}
          />
          {right - x(at) >= MIN_LABEL_WIDTH && (
            <text x={x(at) + 3} y={AXIS_HEIGHT - 6}>
              {times.hour(at)}
            </text>
          )}
        </g>
      ))}
      {lanes.map((lane, row) => {
        const top = AXIS_HEIGHT + row * LANE_HEIGHT;
        return (
          <g key={lane.id ?? 'unassigned'}>
            <line className={chartClasses['grid']} x1={0} x2={width} y1={top} y2={top} />
            {/* Text of an SVG has no ellipsis. */}
            <foreignObject y={top} width={NAMES_WIDTH - 6} height={LANE_HEIGHT}>
              <div className={classes['name']} title={lane.name}>
                {lane.name}
              </div>
            </foreignObject>
            {right < width && (
              <text x={width} y={top + LANE_HEIGHT - 6} textAnchor="end">
                {toLoad(lane)}
              </text>
            )}
            {lane.jobs.map(({ job, start, end }) => (
              <rect
                key={job.job_id}
                x={x(start)}
                width={Math.max(2, x(end) - x(start) - 1)}
                y={top + 3}
                height={LANE_HEIGHT - 6}
                rx={2}
                fill={toMarkColor(STATUS_COLORS[job.job_status])}
              >
                <title>
                  {[lane.name, job.job_title, times.timeRange(start, end), job.job_status].join(
                    '\n',
                  )}
                </title>
              </rect>
            ))}
          </g>
        );
      })}
      {now > hours.from && now < hours.until && (
        <line className={classes['now']} x1={x(now)} x2={x(now)} y1={AXIS_HEIGHT} y2={height} />
      )}
    </svg>
  );
}
