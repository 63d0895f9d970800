import { useLayoutEffect, useRef, type RefObject } from 'react';
import type { CompanyClock } from '../../shown/company-clock';
import { isOn, type Day } from './days';
import type { Scale } from './scale';

/** What a day shows first. */
const MORNING = '07:00';
/** What of today is shown at least of the time to come. */
const NEXT_MS = 2 * 60 * 60 * 1_000;

type Box = RefObject<HTMLElement | null>;

/** Tells how many pixels a frame has beside its names, at once and whenever they are more or fewer. */
export function useFrameWidth(
  frame: Box,
  names: Box,
  onFrameWidth: (pixels: number) => void,
): void {
  useLayoutEffect(() => {
    const [element, beside] = [frame.current, names.current];
    if (!element || !beside) return;
    const report = (): void => onFrameWidth(frameWidthOf(element, beside));
    report();
    const observer = new ResizeObserver(report);
    observer.observe(element);
    observer.observe(beside);
    return () => observer.disconnect();
  }, [frame, names, onFrameWidth]);
}

const frameWidthOf = (frame: HTMLElement, names: HTMLElement): number =>
  frame.clientWidth - names.offsetWidth;

interface Shown {
  readonly days: readonly Day[];
  readonly scale: Scale;
  readonly clock: CompanyClock;
}

/** Scrolls to where days begin to be shown: once, because later on whoever looks has chosen where. */
export function useInitialScroll(frame: Box, names: Box, { days, scale, clock }: Shown): void {
  const scrolledTo = useRef<readonly Day[]>(undefined);
  useLayoutEffect(() => {
    const [element, beside] = [frame.current, names.current];
    if (!element || !beside) return;
    const frameWidth = frameWidthOf(element, beside);
    const fillsFrame = scale.width > frameWidth - 1;
    if (scrolledTo.current !== days && fillsFrame) {
      scrolledTo.current = days;
      element.scrollLeft = initialScrollOf({ days, scale, clock }, frameWidth);
    }
    markScrollable(element);
  }, [frame, names, days, scale, clock]);
}

/** In pixels: a week from its beginning, a day from the morning, and today so that what is next is in view. */
function initialScrollOf({ days, scale, clock }: Shown, frameWidth: number): number {
  const [day] = days;
  if (!day || days.length > 1) return 0;
  const { date, start } = day;
  const until = (end: number): number => scale.shadeOf({ start, end }).width;
  const morning = until(clock.instantOf(`${date}T${MORNING}`));
  const now = Date.now();
  return isOn(day, now) ? Math.max(morning, until(now + NEXT_MS) - frameWidth) : morning;
}

/** Marks what holds a frame on the sides to which it can be scrolled: by attributes, as a row costs a render. */
export function markScrollable(frame: HTMLElement): void {
  const { parentElement: holder, scrollLeft, clientWidth, scrollWidth } = frame;
  holder?.toggleAttribute('data-more-before', scrollLeft > 1);
  holder?.toggleAttribute('data-more-after', scrollLeft + clientWidth < scrollWidth - 1);
}
