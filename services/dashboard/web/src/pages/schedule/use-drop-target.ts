import { useWindowEvent } from '@mantine/hooks';
import {
  useState,
  type DragEvent,
  type MouseEvent,
  type PointerEvent,
  type RefObject,
} from 'react';
import type { ScheduledJobResponse } from '../../../../contract/responses';
import type { CompanyClock } from '../../shown/company-clock';
import { useTimes } from '../../shown/times';
import type { Day } from './days';
import type { Dragged } from './job-actions';
import { endAt, assignTo, placeAt, toSpan, type Placement } from './placement';
import { toBookableTechnician, type ScheduleRow } from './rows';
import type { Scale } from './scale';
import { listWarnings, listWorkingHours } from './working-hours';

/** Start of a job without a time when the technician has no known hours. */
const DEFAULT_START = '08:00';

export interface DropTarget {
  readonly job: ScheduledJobResponse;
  readonly row: ScheduleRow;
  readonly to: Placement;
  readonly warnings: readonly string[];
}

interface Resized {
  readonly job: ScheduledJobResponse;
  readonly row: ScheduleRow;
  /** Pixels between the job's end and the pointer. */
  readonly grabOffset: number;
}

interface DropOptions {
  readonly frame: RefObject<HTMLElement | null>;
  readonly nameColumn: RefObject<HTMLElement | null>;
  readonly rows: readonly ScheduleRow[];
  readonly days: readonly Day[];
  readonly scale: Scale;
  readonly clock: CompanyClock;
  readonly dragged: Dragged | undefined;
  readonly onDrop: (target: DropTarget) => void;
}

/** Follows a dragged job, or the dragged end of a job, and says where it would go. */
export function useDropTarget({
  frame,
  nameColumn,
  rows,
  days,
  scale,
  clock,
  dragged,
  onDrop,
}: DropOptions) {
  const [target, setTarget] = useState<DropTarget>();
  const [resized, setResized] = useState<Resized>();
  const times = useTimes();

  function endResize(): void {
    setResized(undefined);
    setTarget(undefined);
  }
  useWindowEvent('keydown', ({ key }) => {
    if (key === 'Escape' && resized) endResize();
  });

  const findRow = ({ target: element }: { readonly target: EventTarget }) => {
    const row = (element as Element).closest<HTMLElement>('[data-technician]');
    const id = Number(row?.dataset['technician']);
    return rows.find(({ technician }) => technician.technician_id === id);
  };

  /** Pixels from the start of the time axis; negative over the names. */
  function toTimeAxisX({ clientX }: { readonly clientX: number }): number {
    const { current: element } = frame;
    if (!element) return 0;
    const fromLeft = clientX - element.getBoundingClientRect().left;
    const names = nameColumn.current?.offsetWidth ?? 0;
    return fromLeft < names ? -1 : fromLeft - names + element.scrollLeft;
  }

  function createTarget(job: ScheduledJobResponse, row: ScheduleRow, to: Placement): DropTarget {
    return {
      job,
      row,
      to,
      warnings: listWarnings(job, toBookableTechnician(row), toSpan(to), { clock, times }),
    };
  }

  function findDropTarget(event: DragEvent): DropTarget | undefined {
    const row = findRow(event);
    if (!dragged || !row) return undefined;
    const { job, grabOffset } = dragged;
    const x = toTimeAxisX(event);
    const { technician_id: id, schedule } = row.technician;
    const { date } = days[Math.max(0, Math.floor((x / scale.width) * days.length))] as Day;
    const workStart =
      listWorkingHours(date, schedule, clock)[0]?.start ??
      clock.toInstant(`${date}T${DEFAULT_START}`);
    const formerStart = toSpan(job)?.start ?? workStart;
    const start = x < 0 ? formerStart : scale.toStart(x - grabOffset, toTimeOfDay(formerStart));
    return createTarget(job, row, assignTo(placeAt(job, start), id));
  }

  function findResizeTarget(event: PointerEvent, { job, row, grabOffset }: Resized): DropTarget {
    const end = scale.toEnd(toTimeAxisX(event) - grabOffset, toTimeOfDay(toSpan(job)?.end ?? 0));
    return createTarget(job, row, endAt(job, end));
  }

  const toTimeOfDay = (instant: number): string =>
    clock.timeAt(instant).slice(-DEFAULT_START.length);

  const showTarget = (next: DropTarget | undefined): void =>
    setTarget((former) => (isSame(former, next) ? former : next));

  const isUnderWay = resized !== undefined || dragged?.job === target?.job;
  return {
    target: isUnderWay ? target : undefined,
    handlers: {
      onDragOver(event: DragEvent) {
        const next = findDropTarget(event);
        if (next) event.preventDefault();
        showTarget(next);
      },
      onDragLeave({ currentTarget, relatedTarget }: DragEvent) {
        if (!currentTarget.contains(relatedTarget as Node | null)) setTarget(undefined);
      },
      onDrop(event: DragEvent) {
        const dropped = findDropTarget(event);
        setTarget(undefined);
        if (!dropped) return;
        event.preventDefault();
        onDrop(dropped);
      },
      onPointerDown(event: PointerEvent) {
        const row = findRow(event);
        const handle = (event.target as Element).closest('[data-resize]');
        const id = Number(handle?.closest<HTMLElement>('[data-job]')?.dataset['job']);
        const placed = row?.jobs.find(({ job }) => job.job_id === id);
        if (!row || !placed || event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        const { left, width } = scale.toExactExtent(placed.span);
        // From the last pixel of the span, which in a week is still within its last day.
        const grabOffset = toTimeAxisX(event) - (left + width - 1);
        setResized({ job: placed.job, row, grabOffset });
      },
      onMouseDown(event: MouseEvent) {
        // Otherwise the block would be dragged.
        if ((event.target as Element).closest('[data-resize]')) event.preventDefault();
      },
      onPointerMove(event: PointerEvent) {
        if (resized) showTarget(findResizeTarget(event, resized));
      },
      onPointerUp() {
        if (resized && target) onDrop(target);
        endResize();
      },
      onPointerCancel: endResize,
    },
  };
}

const isSame = (one: DropTarget | undefined, other: DropTarget | undefined): boolean =>
  one?.job === other?.job &&
  one?.row === other?.row &&
  one?.to.scheduled_start === other?.to.scheduled_start &&
  one?.to.scheduled_end === other?.to.scheduled_end;
