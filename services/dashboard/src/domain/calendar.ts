import { findZoneRules, isZoneKnown } from '@svc/kernel';
import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator';
import { DateTime } from 'luxon';
import type { CalendarJobResponse } from '../../contract/responses';

export interface Calendar {
  readonly name: string;
  /** Names the company in the ids of events. */
  readonly companyId: number;
  readonly zone: string;
  readonly at: Date;
  readonly jobs: readonly CalendarJobResponse[];
}

const REFRESH_SECONDS = 900;

/** Returns iCalendar (RFC 5545); the same jobs give the same text within a month. */
export function formatCalendar({ name, companyId, zone: given, at, jobs }: Calendar): string {
  const zone = isZoneKnown(given) ? given : 'UTC';
  const calendar = ical({
    name,
    prodId: { company: 'Field service', product: 'Jobs', language: 'EN' },
    method: ICalCalendarMethod.PUBLISH,
    // Without a name: with one, stamps would not be in UTC.
    timezone: { name: null, generator: () => formatZone(zone, at) },
    ttl: REFRESH_SECONDS,
  });
  const toMoment = (text: string): DateTime => DateTime.fromISO(text, { zone });
  for (const job of jobs) {
    const { scheduled_start: start, scheduled_end: end } = job;
    const first = start ?? end;
    if (first === null) continue;
    const begins = toMoment(first);
    const ends = end === null ? begins : toMoment(end);
    calendar.createEvent({
      id: `job-${job.job_id}.${companyId}@field-service`,
      sequence: job.version,
      status:
        job.job_status === 'Cancelled' ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
      timezone: zone,
      start: begins,
      // An end must be later than the start.
      ...(ends > begins && { end: ends }),
      summary: job.job_title,
      location: joinTexts(', ', [job.customer_location_name, job.customer_location_city]),
      description: joinTexts('\n', [
        job.job_description,
        '',
        job.customer_name && `Customer: ${job.customer_name}`,
        `Status: ${job.job_status}`,
        `Priority: ${job.job_priority}`,
      ]),
      stamp: toMoment(job.updated_at),
      created: toMoment(job.created_at),
      lastModified: toMoment(job.updated_at),
    });
  }
  return `${calendar.toString()}\r\n`;
}

const joinTexts = (separator: string, texts: readonly (string | null)[]): string =>
  texts.filter((text) => text !== null).join(separator);

/** Before and after: longer than any job that is in the calendar. */
const ZONE_YEARS = 2;

/** Every change of the clock in the calendar's time, from this process's own zone data. */
function formatZone(zone: string, at: Date): string {
  const month = DateTime.fromJSDate(at, { zone: 'utc' }).startOf('month');
  const start = month.minus({ years: ZONE_YEARS }).toMillis();
  const end = month.plus({ years: ZONE_YEARS }).toMillis();
  const rules = findZoneRules(zone, start, end);
  const parts = rules.flatMap(({ from, offset }, index) => {
    const before = rules[index - 1]?.offset ?? offset;
    const kind = offset > before ? 'DAYLIGHT' : 'STANDARD';
    const local = DateTime.fromMillis(index === 0 ? start : from + before, { zone: 'utc' });
    return [
      `BEGIN:${kind}`,
      `DTSTART:${local.toFormat("yyyyLLdd'T'HHmmss")}`,
      `TZOFFSETFROM:${formatOffset(before)}`,
      `TZOFFSETTO:${formatOffset(offset)}`,
      `END:${kind}`,
    ];
  });
  return ['BEGIN:VTIMEZONE', `TZID:${zone}`, ...parts, 'END:VTIMEZONE'].join('\r\n');
}

function formatOffset(milliseconds: number): string {
  const minutes = Math.abs(milliseconds) / 60_000;
  const pad = (value: number): string => String(value).padStart(2, '0');
  return `${milliseconds < 0 ? '-' : '+'}${pad(Math.floor(minutes / 60))}${pad(minutes % 60)}`;
}
