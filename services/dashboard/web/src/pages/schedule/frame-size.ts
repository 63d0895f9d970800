import { useLayoutEffect, useRef, type RefObject } from 'react';
import type { CompanyClock } from '../../shown/company-clock';
import { isWithinDay, type Day } from './days';
import type { Scale } from './scale';

const MORNING = '07:00';
/** How much of the time ahead today's view shows at least. */
const MIN_AHEAD_MS = 2 * 60 * 60 * 1_000;

type Box = RefObject<HTMLElement | null>;

export interface FrameSize {
  /** Beside the column of names. */
  readonly width: number;
  /** The height to which the frame may grow. */
  readonly height: number;
}

export function useFrameSize(
  frame: Box,
  nameColumn: Box,
  onFrameSize: (size: FrameSize) => void,
): void {
  useLayoutEffect(() => {
    const [element, nameElement] = [frame.current, nameColumn.current];
    if (!element || !nameElement) return;
    const report = (): void =>
      onFrameSize({
        width: measureWidth(element, nameElement),
        height: Number.parseFloat(getComputedStyle(element).maxHeight),
      });
    report();
    const observer = new ResizeObserver(report);
    observer.observe(element);
    observer.observe(nameElement);
    // A frame that is not full keeps its size in a higher window.
    window.addEventListener('resize', report);
    return () => {
      observer.disconnect();
      window.removeEventListener('resize', report);
    };
  }, [frame, nameColumn, onFrameSize]);
}

const measureWidth = (frame: HTMLElement, nameColumn: HTMLElement): number =>
  frame.clientWidth - nameColumn.offsetWidth;

interface Shown {
  readonly days: readonly Day[];
  readonly scale: Scale;
  readonly clock: CompanyClock;
}

/** Scrolls once per view, so that the reader's own position is kept. */
export function useInitialScroll(frame: Box, nameColumn: Box, { days, scale, clock }: Shown): void {
  const scrolledTo = useRef<readonly Day[]>(undefined);
  useLayoutEffect(() => {
    const [element, nameElement] = [frame.current, nameColumn.current];
    if (!element || !nameElement) return;
    const frameWidth = measureWidth(element, nameElement);
    const fillsFrame = scale.width > frameWidth - 1;
    if (scrolledTo.current !== days && fillsFrame) {
      scrolledTo.current = days;
      element.scrollLeft = findInitialScroll({ days, scale, clock }, frameWidth, Date.now());
    }
    markScrollable(element);
  }, [frame, nameColumn, days, scale, clock]);
}

/** In pixels: a week begins at today, a day in the morning or so that the next hours are visible. */
export function findInitialScroll(
  { days, scale, clock }: Shown,
  frameWidth: number,
  now: number,
): number {
  const today = days.find((day) => isWithinDay(day, now));
  if (days.length > 1) return today ? scale.toExactExtent(today).left : 0;
  const [day] = days;
  if (!day) return 0;
  const { date, start } = day;
  const until = (end: number): number => scale.toExactExtent({ start, end }).width;
  const morning = until(clock.toInstant(`${date}T${MORNING}`));
  return today ? Math.max(morning, until(now + MIN_AHEAD_MS) - frameWidth) : morning;
}

/** Uses attributes, because rendering the rows is expensive. */
export function markScrollable(frame: HTMLElement): void {
  const { parentElement: holder, scrollLeft, clientWidth, scrollWidth } = frame;
  holder?.toggleAttribute('data-more-before', scrollLeft > 1);
  holder?.toggleAttribute('data-more-after', scrollLeft + clientWidth < scrollWidth - 1);
}
