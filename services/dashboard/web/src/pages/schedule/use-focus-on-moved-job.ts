import { useEffect, useRef } from 'react';

/** Keeps the focus on a job that was rescheduled while its block moves to another row, or back. */
export function useFocusOnMovedJob(rescheduledId: number | undefined, rows: unknown): void {
  const movedId = useRef<number>(undefined);
  useEffect(() => {
    if (rescheduledId !== undefined) movedId.current = rescheduledId;
  }, [rescheduledId]);
  useEffect(() => {
    const { current: id } = movedId;
    if (id === undefined || document.querySelector('[role="dialog"]')) return;
    const { activeElement: focused, body } = document;
    const block = `[data-job="${id}"]`;
    if (focused !== null && focused !== body) {
      if (focused.closest(block) === null) movedId.current = undefined;
      return;
    }
    const link = document.querySelector(`${block} a`);
    if (link === null) movedId.current = undefined;
    const target = link ?? document.querySelector('main h1');
    if (target instanceof HTMLElement) target.focus({ preventScroll: true });
  }, [rows]);
}
