import { isZoneKnown, zoneRules } from '@svc/kernel';
import { LRUCache } from 'lru-cache';

/** The offset of the company's clock from UTC, from an instant until that of the next rule. */
export interface ClockRule {
  /** Milliseconds since 1970. */
  readonly from: number;
  /** Minutes ahead of UTC. */
  readonly offset: number;
  /** The abbreviation that people of the country use, such as EST. */
  readonly name: string;
}

/**
 * A company's clock as the server's time zone data have it, which alone decide: a browser may have older
 * data, or not know the zone.
 */
export interface CompanyClock {
  /** The zone as people say it, such as "Central Time". */
  readonly zone_name: string;
  /** From 2000 to 2069, the earliest first. */
  readonly rules: readonly ClockRule[];
}

const START = Date.UTC(2000, 0, 1);
const END = Date.UTC(2070, 0, 1);
const MINUTE = 60_000;

/** A clock takes some 50 ms to work out, and a session is asked for with every page. */
const clocks = new LRUCache<string, CompanyClock>({ max: 500 });

/** The clock of a zone in the words of a country. */
export function companyClock(zone: string, country: string): CompanyClock {
  const key = `${zone} ${country}`;
  const clock = clocks.get(key) ?? describeClock(isZoneKnown(zone) ? zone : 'UTC', `en-${country}`);
  clocks.set(key, clock);
  return clock;
}

function describeClock(timeZone: string, locale: string): CompanyClock {
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
