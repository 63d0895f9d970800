import { isZoneKnown, findZoneRules } from '@svc/kernel';
import { LRUCache } from 'lru-cache';

export interface OffsetRule {
  /** Milliseconds since 1970. */
  readonly from: number;
  /** Minutes ahead of UTC. */
  readonly offset: number;
  /** The local abbreviation, such as EST. */
  readonly name: string;
}

/** The server's time zone data decide: a browser's may be older or lack the zone. */
export interface ZoneClock {
  /** A name such as "Central Time". */
  readonly zone_name: string;
  /** From 2000 to 2069, earliest first. */
  readonly rules: readonly OffsetRule[];
}

const START = Date.UTC(2000, 0, 1);
const END = Date.UTC(2070, 0, 1);
const MINUTE = 60_000;

/** Computing a clock takes about 50 ms, and every page requests one. */
const clocks = new LRUCache<string, ZoneClock>({ max: 500 });

export function getZoneClock(zone: string, country: string): ZoneClock {
  const key = `${zone} ${country}`;
  const clock = clocks.get(key) ?? describeClock(isZoneKnown(zone) ? zone : 'UTC', `en-${country}`);
  clocks.set(key, clock);
  return clock;
}

function describeClock(timeZone: string, locale: string): ZoneClock {
  const nameAt = (timeZoneName: 'short' | 'longGeneric', instant: number): string => {
    const parts = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName }).formatToParts(
      instant,
    );
    return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
  };
  const rules = findZoneRules(timeZone, START, END).map(({ from, offset }) => ({
    from,
    offset: offset / MINUTE,
    name: nameAt('short', from),
  }));
  return { zone_name: nameAt('longGeneric', START), rules };
}
