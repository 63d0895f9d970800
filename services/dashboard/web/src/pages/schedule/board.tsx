import { defaultRangeExtractor, useVirtualizer, type Range } from '@tanstack/react-virtual';
import { useCallback, useLayoutEffect, useRef, useState, type DragEvent } from 'react';
import { useTimes } from '../../shown/times';
import type { CompanyClock } from '../../shown/company-clock';
import { isWithinDay, type Day } from './days';
import { markScrollable, useInitialScroll, useFrameWidth } from './frame-width';
import { TickLabels } from './tick-labels';
import { useNow } from './use-now';
import type { Dragged } from './job-actions';
import { placeAt, toSpan, type Placement } from './placement';
import type { ScheduleRow } from './rows';
import type { Scale } from './scale';
import classes from './schedule.module.css';
import { LANE_HEIGHT, TechnicianRow } from './technician-row';
import { listWorkingHours, listWarnings } from './working-hours';

const HEADER_HEIGHT = 36;
/** Start of a job without a time when the technician has no known hours. */
const DEFAULT_START = '08:00';
const MIN_LANES = 1;
/** Rows rendered outside the view, so that scrolling shows no gaps. */
const OVERSCAN_ROWS = 6;

const toRowHeight = ({ lanes }: ScheduleRow): number =>
  Math.max(lanes, MIN_LANES) * LANE_HEIGHT + 8;

interface Target {
  readonly dragged: Dragged;
  readonly row: ScheduleRow;
  readonly to: Placement;
  readonly warnings: readonly string[];
}

interface BoardProps {
  readonly rows: readonly ScheduleRow[];
  readonly days: readonly Day[];
  readonly scale: Scale;
  readonly clock: CompanyClock;
  readonly isBehind: boolean;
  readonly moving: ReadonlySet<number>;
  readonly dragged: Dragged | undefined;
  readonly onFrameWidth: (pixels: number) => void;
  readonly onDrop: (to: Placement, warnings: readonly string[]) => void;
}

export function Board({
  rows,
  days,
  scale,
  clock,
  isBehind,
  moving,
  dragged,
  onFrameWidth,
  onDrop,
}: BoardProps) {
  const frame = useRef<HTMLDivElement>(null);
  const corner = useRef<HTMLDivElement>(null);
  const [target, setTarget] = useState<Target>();
  const times = useTimes();
  const now = useNow();

  // The dragged element must stay mounted to receive `dragend`.
  const draggedFrom = rows.findIndex(
    ({ technician }) => technician.technician_id === dragged?.job.assigned_technician_id,
  );
  // oxlint-disable-next-line hooks-of-react/incompatible-library -- nothing here is compiled, and its functions are not passed on
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: (index) => toRowHeight(rows[index] as ScheduleRow),
    getItemKey: useCallback(
      (index: number) => rows[index]?.technician.technician_id ?? index,
      [rows],
    ),
    paddingStart: HEADER_HEIGHT,
    scrollPaddingStart: HEADER_HEIGHT,
    overscan: OVERSCAN_ROWS,
    rangeExtractor: useCallback(
      (range: Range) => withRow(defaultRangeExtractor(range), draggedFrom),
      [draggedFrom],
    ),
  });
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, rows]);
  useFrameWidth(frame, corner, onFrameWidth);
  useInitialScroll(frame, corner, { days, scale, clock });

  /** Pixels from the start of the time axis; negative over the names. */
  function toTimeAxisX(event: DragEvent): number {
    const { current: element } = frame;
    if (!element) return 0;
    const fromLeft = event.clientX - element.getBoundingClientRect().left;
    const names = corner.current?.offsetWidth ?? 0;
    return fromLeft < names ? -1 : fromLeft - names + element.scrollLeft;
  }

  function targetAt(event: DragEvent): Target | undefined {
    const element = (event.target as Element).closest<HTMLElement>('[data-technician]');
    const id = Number(element?.dataset['technician']);
    const row = rows.find(({ technician }) => technician.technician_id === id);
    if (!dragged || !row) return undefined;
    const { job, grabOffset } = dragged;
    const x = toTimeAxisX(event);
    const { technician_name: name, skills, schedule: shifts } = row.technician;
    const { date } = days[Math.max(0, Math.floor((x / scale.width) * days.length))] as Day;
    const begin =
      listWorkingHours(date, shifts, clock)[0]?.start ??
      clock.toInstant(`${date}T${DEFAULT_START}`);
    const former = toSpan(job)?.start ?? begin;
    const time = clock.timeAt(former).slice(-DEFAULT_START.length);
    const start = x < 0 ? former : scale.toStart(x - grabOffset, time);
    const to = { ...placeAt(job, start), assigned_technician_id: id };
    const worker = { name, skills, shifts, bookings: row.jobs };
    const warnings = listWarnings(job, worker, toSpan(to), { clock, times });
    return { dragged, row, to, warnings };
  }

  const today = days.findIndex((each) => isWithinDay(each, now));
  const isToday = days.length === 1 && today === 0;
  const nowAt = isToday
    ? scale.toShade({ start: days[0]?.start ?? now, end: now }).width
    : undefined;
  const items = virtualizer.getVirtualItems();
  const shown = target?.dragged === dragged ? target : undefined;
  const place = shown && items.find(({ index }) => rows[index] === shown.row);
  const span = shown && toSpan(shown.to);
  return (
    <div className={classes['holder']}>
      <div
        ref={frame}
        className={classes['frame']}
        role="region"
        aria-label="Technicians"
        tabIndex={0}
        data-behind={isBehind || undefined}
        onScroll={({ currentTarget }) => markScrollable(currentTarget)}
        onDragOver={(event) => {
          const next = targetAt(event);
          if (next) event.preventDefault();
          setTarget((former) => (isSame(former, next) ? former : next));
        }}
        onDragLeave={({ currentTarget, relatedTarget }) => {
          if (!currentTarget.contains(relatedTarget as Node | null)) setTarget(undefined);
        }}
        onDrop={(event) => {
          const dropped = targetAt(event);
          setTarget(undefined);
          if (!dropped) return;
          event.preventDefault();
          onDrop(dropped.to, dropped.warnings);
        }}
      >
        <div
          role="table"
          aria-label="Schedule"
          aria-rowcount={rows.length + 1}
          aria-busy={isBehind}
          className={classes['sheet']}
          style={{ height: virtualizer.getTotalSize() }}
        >
          <div
            role="row"
            aria-rowindex={1}
            className={classes['head']}
            style={{ height: HEADER_HEIGHT }}
          >
            <div role="columnheader" ref={corner} className={classes['name']}>
              Technician
            </div>
            <div
              role={days.length === 1 ? 'columnheader' : 'presentation'}
              className={classes['time']}
              style={{ width: scale.width }}
            >
              <TickLabels scale={scale} isDay={days.length === 1} today={today} />
            </div>
          </div>
          {items.map(({ index, start, size }) => {
            const row = rows[index];
            return (
              row && (
                <TechnicianRow
                  key={row.technician.technician_id}
                  technician={row.technician}
                  jobs={row.jobs}
                  {...{ days, scale, clock, moving, isToday }}
                  index={index + 2}
                  top={start}
                  height={size}
                />
              )
            );
          })}
          {nowAt !== undefined && (
            <div
              className={classes['now']}
              style={{ translate: `${nowAt}px` }}
              aria-hidden="true"
            />
          )}
          {place && (
            <div
              className={classes['target']}
              style={{ transform: `translateY(${place.start}px)`, height: place.size }}
              aria-hidden="true"
            >
              {span && (
                <div
                  style={scale.toExtent(span)}
                  data-warns={shown.warnings.length > 0 || undefined}
                >
                  {times.timeRange(span.start, span.end)}
                  {shown.warnings.map((warning) => (
                    <p key={warning}>{warning}</p>
                  ))}
                </div>
              )}
            </div>
          )}
        </div>
      </div>
    </div>
  );
}

const withRow = (indexes: readonly number[], row: number): number[] =>
  row < 0 || indexes.includes(row) ? [...indexes] : [...indexes, row].sort((a, b) => a - b);

const isSame = (one: Target | undefined, other: Target | undefined): boolean =>
  one?.dragged === other?.dragged &&
  one?.row === other?.row &&
  one?.to.scheduled_start === other?.to.scheduled_start;
