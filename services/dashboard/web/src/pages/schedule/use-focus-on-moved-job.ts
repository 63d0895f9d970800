import { useEffect, useRef } from 'react';
import type { Move } from './placement';

/** Keeps the focus on a job that was rescheduled while its block moves to another row, or back. */
export function useFocusOnMovedJob(
  rescheduledId: number | undefined,
  lastMove: Move | undefined,
  rows: unknown,
): void {
  const movedId = useRef<number>(undefined);
  useEffect(() => {
    if (rescheduledId !== undefined) movedId.current = rescheduledId;
  }, [rescheduledId, lastMove]);
  useEffect(() => {
    const { current: id } = movedId;
    if (id === undefined || document.querySelector('[role="dialog"]')) return;
    const { activeElement: focused, body } = document;
    const block = `[data-job="${id}"]`;
    const heading = document.querySelector<HTMLElement>('main h1');
    if (focused !== null && focused !== body && focused !== heading) {
      if (focused.closest(block) === null) movedId.current = undefined;
      return;
    }
    // While lists are reloaded one after the other, the block may be in none of them.
    const target = document.querySelector<HTMLElement>(`${block} a`) ?? heading;
    target?.focus({ preventScroll: true });
  }, [rows]);
}
