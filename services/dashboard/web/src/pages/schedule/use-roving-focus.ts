import { useLayoutEffect, useRef, useState, type FocusEvent, type KeyboardEvent } from 'react';
import type { PlacedJob, ScheduleRow } from './rows';

/** One block is a tab stop; arrow keys move to the others. */
export function useRovingFocus(rows: readonly ScheduleRow[]) {
  const [focusedId, setFocusedId] = useState<number>();
  const movedToId = useRef<number>(undefined);
  const isFocused = ({ job }: PlacedJob): boolean => job.job_id === focusedId;
  const found = rows.findIndex(({ jobs }) => jobs.some(isFocused));
  const rowIndex = found === -1 ? rows.findIndex(({ jobs }) => jobs.length > 0) : found;
  const inOrder = (rows[rowIndex]?.jobs ?? []).toSorted(byTime);
  const focused = inOrder.find(isFocused) ?? inOrder[0];

  // The row of the block may have been rendered only because of this focus.
  useLayoutEffect(() => {
    const { current: id } = movedToId;
    movedToId.current = undefined;
    if (id !== undefined) document.querySelector<HTMLElement>(`[data-job="${id}"] a`)?.focus();
  }, [focusedId]);

  function findNext(key: string): PlacedJob | undefined {
    if (!focused) return undefined;
    const position = inOrder.indexOf(focused);
    if (key === 'ArrowLeft') return inOrder[position - 1];
    if (key === 'ArrowRight') return inOrder[position + 1];
    const hasJobs = ({ jobs }: ScheduleRow): boolean => jobs.length > 0;
    if (key === 'ArrowUp') return findNearest(rows.slice(0, rowIndex).findLast(hasJobs), focused);
    if (key === 'ArrowDown') return findNearest(rows.slice(rowIndex + 1).find(hasJobs), focused);
    return undefined;
  }

  return {
    rowIndex,
    tabStop: focused?.job.job_id,
    handlers: {
      onFocus({ target }: FocusEvent) {
        const block = target.closest<HTMLElement>('[data-job]');
        if (block) setFocusedId(Number(block.dataset['job']));
      },
      onKeyDown(event: KeyboardEvent) {
        const isInBlock = (event.target as Element).closest('[data-job]') !== null;
        if (!isInBlock || !event.key.startsWith('Arrow')) return;
        event.preventDefault();
        const next = findNext(event.key);
        if (!next) return;
        movedToId.current = next.job.job_id;
        setFocusedId(next.job.job_id);
      },
    },
  };
}

const byTime = (one: PlacedJob, other: PlacedJob): number =>
  one.span.start - other.span.start || one.job.job_id - other.job.job_id;

const findNearest = (
  row: ScheduleRow | undefined,
  { extent }: PlacedJob,
): PlacedJob | undefined => {
  const distance = (job: PlacedJob): number => Math.abs(job.extent.left - extent.left);
  return row?.jobs.toSorted((one, other) => distance(one) - distance(other))[0];
};
