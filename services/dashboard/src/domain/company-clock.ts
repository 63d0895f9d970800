import { isZoneKnown, zoneRules } from '@svc/kernel';
import { LRUCache } from 'lru-cache';
import type { ClockAnswer } from '../../contract/clock';

const START = Date.UTC(2000, 0, 1);
const END = Date.UTC(2070, 0, 1);
const MINUTE = 60_000;

/** A clock takes some 50 ms to work out, and a session is asked for with every page. */
const clocks = new LRUCache<string, ClockAnswer>({ max: 500 });

/** The clock of a zone in the words of a country. */
export function companyClock(zone: string, country: string): ClockAnswer {
  const key = `${zone} ${country}`;
  const clock = clocks.get(key) ?? describeClock(isZoneKnown(zone) ? zone : 'UTC', `en-${country}`);
  clocks.set(key, clock);
  return clock;
}

function describeClock(timeZone: string, locale: string): ClockAnswer {
  const nameAt = (timeZoneName: 'short' | 'longGeneric', instant: number): string => {
    const parts = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName }).formatToParts(
      instant,
    );
    return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
  };
  const rules = zoneRules(timeZone, START, END).map(({ from, offset }) => ({
    from,
    offset: offset / MINUTE,
    name: nameAt('short', from),
  }));
  return { zone_name: nameAt('longGeneric', START), rules };
}
