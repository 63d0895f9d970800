import { useEffect, useRef } from 'react';

/** Moves the focus along with a job that was rescheduled, whose block has another row afterwards. */
export function useFocusOnMovedJob(rescheduledId: number | undefined, rows: unknown): void {
  const movedId = useRef<number>(undefined);
  useEffect(() => {
    if (rescheduledId !== undefined) movedId.current = rescheduledId;
  }, [rescheduledId]);
  useEffect(() => {
    const { current: id } = movedId;
    if (id === undefined || document.querySelector('[role="dialog"]')) return;
    movedId.current = undefined;
    if (document.activeElement !== document.body) return;
    const block = document.querySelector(`[data-job="${id}"] a`);
    const target = block ?? document.querySelector('main h1');
    if (target instanceof HTMLElement) target.focus({ preventScroll: true });
  }, [rows]);
}
