import { useLayoutEffect, useRef, type RefObject } from 'react';
import type { CompanyClock } from './company-clock';
import { isOn, type Day } from './days';
import type { Scale } from './scale';

/** What a day shows first. */
const MORNING = '07:00';
/** What of today is shown at least of the time to come. */
const NEXT_MS = 2 * 60 * 60 * 1_000;

type Box = RefObject<HTMLElement | null>;

/** Tells how many pixels a frame has beside its names, at once and whenever they are more or fewer. */
export function useRoom(frame: Box, names: Box, onRoom: (pixels: number) => void): void {
  useLayoutEffect(() => {
    const [element, beside] = [frame.current, names.current];
    if (!element || !beside) return;
    const report = (): void => onRoom(roomOf(element, beside));
    report();
    const observer = new ResizeObserver(report);
    observer.observe(element);
    observer.observe(beside);
    return () => observer.disconnect();
  }, [frame, names, onRoom]);
}

const roomOf = (frame: HTMLElement, names: HTMLElement): number =>
  frame.clientWidth - names.offsetWidth;

interface Shown {
  readonly days: readonly Day[];
  readonly scale: Scale;
  readonly clock: CompanyClock;
}

/** Scrolls to where days begin to be shown: once, because later on whoever looks has chosen where. */
export function useBegin(frame: Box, names: Box, { days, scale, clock }: Shown): void {
  const begun = useRef<readonly Day[]>(undefined);
  useLayoutEffect(() => {
    const [element, beside] = [frame.current, names.current];
    if (!element || !beside) return;
    const room = roomOf(element, beside);
    const fillsRoom = scale.width > room - 1;
    if (begun.current !== days && fillsRoom) {
      begun.current = days;
      element.scrollLeft = beginOf({ days, scale, clock }, room);
    }
    markMore(element);
  }, [frame, names, days, scale, clock]);
}

/** In pixels: a week from its beginning, a day from the morning, and today so that what is next is in view. */
function beginOf({ days, scale, clock }: Shown, room: number): number {
  const [day] = days;
  if (!day || days.length > 1) return 0;
  const { date, start } = day;
  const until = (end: number): number => scale.shadeOf({ start, end }).width;
  const morning = until(clock.instantOf(`${date}T${MORNING}`));
  const now = Date.now();
  return isOn(day, now) ? Math.max(morning, until(now + NEXT_MS) - room) : morning;
}

/** Marks what holds a frame on the sides to which it can be scrolled: by attributes, as a row costs a render. */
export function markMore(frame: HTMLElement): void {
  const { parentElement: holder, scrollLeft, clientWidth, scrollWidth } = frame;
  holder?.toggleAttribute('data-more-before', scrollLeft > 1);
  holder?.toggleAttribute('data-more-after', scrollLeft + clientWidth < scrollWidth - 1);
}
