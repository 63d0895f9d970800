import { defaultRangeExtractor, useVirtualizer, type Range } from '@tanstack/react-virtual';
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { CompanyClock } from '../../shown/company-clock';
import { useTimes } from '../../shown/times';
import { isWithinDay, type Day } from './days';
import { DropPreview } from './drop-preview';
import { markScrollable, useFrameSize, useInitialScroll, type FrameSize } from './frame-size';
import type { Dragged } from './job-actions';
import { chooseLaneHeight, toRowHeight, toBookableTechnician, type ScheduleRow } from './rows';
import type { Scale } from './scale';
import classes from './schedule.module.css';
import { rateFit } from './technician-fit';
import { TechnicianRow } from './technician-row';
import { TickLabels } from './tick-labels';
import { useDropTarget, type DropTarget } from './use-drop-target';
import { useNow } from '../../shown/use-now';
import { useRovingFocus } from './use-roving-focus';

const HEADER_HEIGHT = 36;
/** Rows rendered outside the view, so that scrolling shows no gaps. */
const OVERSCAN_ROWS = 6;

interface BoardProps {
  readonly rows: readonly ScheduleRow[];
  readonly days: readonly Day[];
  readonly scale: Scale;
  readonly clock: CompanyClock;
  readonly isStale: boolean;
  readonly movingIds: ReadonlySet<number>;
  readonly dragged: Dragged | undefined;
  readonly onFrameWidth: (pixels: number) => void;
  readonly onDrop: (target: DropTarget) => void;
}

export function Board({
  rows,
  days,
  scale,
  clock,
  isStale,
  movingIds,
  dragged,
  onFrameWidth,
  onDrop,
}: BoardProps) {
  const frame = useRef<HTMLDivElement>(null);
  const nameColumn = useRef<HTMLDivElement>(null);
  const [height, setHeight] = useState(0);
  const isDay = days.length === 1;
  const laneHeight = useMemo(
    () => chooseLaneHeight(rows, height - HEADER_HEIGHT, isDay ? 'day' : 'week'),
    [rows, height, isDay],
  );
  const now = useNow();
  const times = useTimes();
  const { target, handlers: dropHandlers } = useDropTarget({
    ...{ frame, nameColumn, rows, days, scale, clock, dragged, onDrop },
  });
  const { rowIndex: focusedRow, tabStop, handlers: focusHandlers } = useRovingFocus(rows);

  // The dragged element must stay mounted to receive `dragend`, and the focused one to keep the focus.
  const draggedFrom = rows.findIndex(
    ({ technician }) => technician.technician_id === dragged?.job.assigned_technician_id,
  );
  // oxlint-disable-next-line hooks-of-react/incompatible-library -- nothing here is compiled, and its functions are not passed on
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: (index) => toRowHeight(rows[index] as ScheduleRow, laneHeight),
    getItemKey: useCallback(
      (index: number) => rows[index]?.technician.technician_id ?? index,
      [rows],
    ),
    paddingStart: HEADER_HEIGHT,
    scrollPaddingStart: HEADER_HEIGHT,
    overscan: OVERSCAN_ROWS,
    rangeExtractor: useCallback(
      (range: Range) => withRows(defaultRangeExtractor(range), [draggedFrom, focusedRow]),
      [draggedFrom, focusedRow],
    ),
  });
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, rows, laneHeight]);
  useFrameSize(
    frame,
    nameColumn,
    useCallback(
      (size: FrameSize) => {
        onFrameWidth(size.width);
        setHeight(size.height);
      },
      [onFrameWidth],
    ),
  );
  useInitialScroll(frame, nameColumn, { days, scale, clock });

  const today = days.findIndex((each) => isWithinDay(each, now));
  const isToday = isDay && today === 0;
  const { left: nowAt, width: nowWidth } = scale.toExactExtent({ start: now, end: now + 1 });
  const items = virtualizer.getVirtualItems();
  const isFit = (row: ScheduleRow): boolean | undefined => {
    if (!dragged) return undefined;
    const placed = { ...dragged.job, ...target?.to };
    const candidate = { id: row.technician.technician_id, ...toBookableTechnician(row) };
    return rateFit([placed], candidate, { clock, times }).rank === 'free';
  };
  const targetItem = target && items.find(({ index }) => rows[index] === target.row);
  return (
    <div className={classes['holder']}>
      <div
        ref={frame}
        className={classes['frame']}
        role="region"
        aria-label="Technicians"
        tabIndex={0}
        data-stale={isStale || undefined}
        onScroll={({ currentTarget }) => markScrollable(currentTarget)}
        {...dropHandlers}
        {...focusHandlers}
      >
        <div
          role="table"
          aria-label="Schedule"
          aria-rowcount={rows.length + 1}
          aria-busy={isStale}
          className={classes['sheet']}
          style={{ height: virtualizer.getTotalSize() }}
        >
          <div
            role="row"
            aria-rowindex={1}
            className={classes['head']}
            style={{ height: HEADER_HEIGHT }}
          >
            <div role="columnheader" ref={nameColumn} className={classes['name']}>
              Technician
            </div>
            <div
              role={isDay ? 'columnheader' : 'presentation'}
              className={classes['time']}
              style={{ width: scale.width }}
            >
              <TickLabels scale={scale} isDay={isDay} today={today} />
            </div>
          </div>
          {items.map(({ index, start, size }) => {
            const row = rows[index];
            return (
              row && (
                <TechnicianRow
                  key={row.technician.technician_id}
                  {...{ row, days, scale, clock, movingIds, isToday, laneHeight }}
                  tabStop={index === focusedRow ? tabStop : undefined}
                  isFit={isFit(row)}
                  index={index + 2}
                  top={start}
                  height={size}
                />
              )
            );
          })}
          {isToday && nowWidth > 0 && (
            <div
              className={classes['now']}
              style={{ translate: `${nowAt}px` }}
              data-now
              aria-hidden="true"
            />
          )}
          {targetItem && (
            <DropPreview {...{ target, scale }} top={targetItem.start} height={targetItem.size} />
          )}
        </div>
      </div>
    </div>
  );
}

const withRows = (indexes: readonly number[], rows: readonly number[]): number[] =>
  [...new Set([...indexes, ...rows.filter((row) => row >= 0)])].sort((one, other) => one - other);
