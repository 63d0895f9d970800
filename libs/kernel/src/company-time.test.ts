import fc from 'fast-check';
import { DateTime } from 'luxon';
import {
  formatTimestamp,
  isZone,
  toLocalDate,
  parseTimestamp,
  startOfNextLocalDay,
} from './company-time';

const ZONES = [
  'UTC',
  'America/New_York',
  'America/Chicago',
  'America/Phoenix',
  'America/St_Johns',
  'America/Sao_Paulo',
  'America/Havana',
  'Africa/Casablanca',
  'Asia/Kathmandu',
  'Asia/Kolkata',
  'Asia/Tehran',
  'Australia/Lord_Howe',
  'Europe/Berlin',
  'Europe/Dublin',
  'Pacific/Apia',
  'Pacific/Auckland',
  'Pacific/Chatham',
  'Pacific/Kiritimati',
  'Pacific/Honolulu',
];

const zones = fc.constantFrom(...ZONES);
/** Since 1973 every offset is a whole number of minutes, so that Luxon writes the same instant. */
const instants = fc.date({
  min: new Date('1973-01-01T00:00:00Z'),
  max: new Date('2090-01-01T00:00:00Z'),
  noInvalidDate: true,
});
const allInstants = fc.date({
  min: new Date('0001-01-02T00:00:00Z'),
  max: new Date('9999-12-30T00:00:00Z'),
  noInvalidDate: true,
});

const at = (text: string, zone: string): string | undefined =>
  parseTimestamp(text, zone)?.at.toISOString();

describe('isZone', () => {
  it.each(ZONES)('knows %s', (zone) => {
    expect(isZone(zone)).toBe(true);
  });

  it.each(['', 'Mars/Olympus', '+02:00', 'local', 'America/New York', '__proto__'])(
    'refuses %j',
    (zone) => {
      expect(isZone(zone)).toBe(false);
    },
  );
});

describe('formatTimestamp', () => {
  it.each([
    ['2026-03-01T12:00:00.999Z', 'UTC', '2026-03-01T12:00:00+00:00'],
    ['2026-01-15T17:30:05Z', 'America/New_York', '2026-01-15T12:30:05-05:00'],
    ['2026-07-15T17:30:05Z', 'America/New_York', '2026-07-15T13:30:05-04:00'],
    ['2026-01-01T00:00:00Z', 'Asia/Kathmandu', '2026-01-01T05:45:00+05:45'],
    ['2026-01-01T00:00:00Z', 'America/St_Johns', '2025-12-31T20:30:00-03:30'],
    ['2026-01-01T00:00:00Z', 'Australia/Lord_Howe', '2026-01-01T11:00:00+11:00'],
    ['2026-07-01T00:00:00Z', 'Australia/Lord_Howe', '2026-07-01T10:30:00+10:30'],
    ['2024-02-29T23:30:00Z', 'UTC', '2024-02-29T23:30:00+00:00'],
    ['0001-01-01T00:00:00Z', 'UTC', '0001-01-01T00:00:00+00:00'],
    ['9999-12-31T23:59:59Z', 'UTC', '9999-12-31T23:59:59+00:00'],
  ])('%s in %s is %s', (instant, zone, text) => {
    expect(formatTimestamp(new Date(instant), zone)).toBe(text);
  });

  it.each([
    ['2026-03-08T06:59:59Z', '2026-03-08T01:59:59-05:00'],
    ['2026-03-08T07:00:00Z', '2026-03-08T03:00:00-04:00'],
    ['2026-11-01T05:59:59Z', '2026-11-01T01:59:59-04:00'],
    ['2026-11-01T06:00:00Z', '2026-11-01T01:00:00-05:00'],
  ])('changes the offset of New York at the very second (%s)', (instant, text) => {
    expect(formatTimestamp(new Date(instant), 'America/New_York')).toBe(text);
  });

  it('agrees with Luxon in every zone at any instant', () => {
    fc.assert(
      fc.property(instants, zones, (date, zone) => {
        expect(formatTimestamp(date, zone)).toBe(
          DateTime.fromJSDate(date, { zone }).toFormat("yyyy-MM-dd'T'HH:mm:ssZZ"),
        );
      }),
      { numRuns: 2000 },
    );
  });

  it('names the very second of the instant, before standard time too', () => {
    fc.assert(
      fc.property(allInstants, zones, (date, zone) => {
        const text = formatTimestamp(date, zone);
        expect(text).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/);
        expect(Date.parse(text)).toBe(Math.floor(date.getTime() / 1000) * 1000);
      }),
    );
  });
});

describe('toLocalDate', () => {
  it('agrees with Luxon in every zone at any instant', () => {
    fc.assert(
      fc.property(instants, zones, (date, zone) => {
        expect(toLocalDate(date, zone)).toBe(DateTime.fromJSDate(date, { zone }).toISODate());
      }),
    );
  });
});

describe('startOfNextLocalDay', () => {
  it.each([
    ['2026-03-07T12:00:00Z', 'America/New_York', '2026-03-08T05:00:00.000Z'],
    ['2026-03-08T12:00:00Z', 'America/New_York', '2026-03-09T04:00:00.000Z'],
    ['2026-11-01T04:00:00Z', 'America/New_York', '2026-11-02T05:00:00.000Z'],
    // São Paulo skipped the midnight of 2018-11-04; Havana has that of 2026-11-01 twice.
    ['2018-11-03T12:00:00Z', 'America/Sao_Paulo', '2018-11-04T03:00:00.000Z'],
    ['2026-10-31T12:00:00Z', 'America/Havana', '2026-11-01T04:00:00.000Z'],
    ['2011-12-30T09:00:00Z', 'Pacific/Apia', '2011-12-30T10:00:00.000Z'],
  ])('after %s in %s is %s', (instant, zone, next) => {
    expect(startOfNextLocalDay(new Date(instant), zone).toISOString()).toBe(next);
  });

  it('is later than the instant and on another date', () => {
    fc.assert(
      fc.property(instants, zones, (date, zone) => {
        const next = startOfNextLocalDay(date, zone);
        expect(next.getTime()).toBeGreaterThan(date.getTime());
        expect(toLocalDate(next, zone)).not.toBe(toLocalDate(date, zone));
        expect(toLocalDate(new Date(next.getTime() - 1), zone)).toBe(toLocalDate(date, zone));
      }),
    );
  });
});

describe('parseTimestamp', () => {
  it.each([
    ['2026-07-15T12:30:05Z', '2026-07-15T12:30:05.000Z'],
    ['2026-07-15T12:30:05+00:00', '2026-07-15T12:30:05.000Z'],
    ['2026-07-15T12:30:05-00:00', '2026-07-15T12:30:05.000Z'],
    ['2026-07-15T12:30:05+05:45', '2026-07-15T06:45:05.000Z'],
    ['2026-07-15T12:30:05-0330', '2026-07-15T16:00:05.000Z'],
    ['2026-07-15T12:30+02', '2026-07-15T10:30:00.000Z'],
    ['2026-07-15 12:30:05.5Z', '2026-07-15T12:30:05.500Z'],
    ['2026-07-15 12:30:05.123456789Z', '2026-07-15T12:30:05.123Z'],
  ])('takes the offset of %s in any zone', (text, instant) => {
    for (const zone of ZONES) expect(at(text, zone)).toBe(instant);
  });

  it.each([
    ['2026-07-15 12:30:05', '2026-07-15T16:30:05.000Z'],
    ['2026-07-15T12:30', '2026-07-15T16:30:00.000Z'],
    ['2026-01-15T12:30:05,25', '2026-01-15T17:30:05.250Z'],
  ])('reads %s as local time of the company', (text, instant) => {
    expect(parseTimestamp(text, 'America/New_York')).toEqual({
      at: new Date(instant),
      dateOnly: false,
    });
  });

  it('reads a date alone as local midnight and says so', () => {
    expect(parseTimestamp('2026-07-15', 'America/New_York')).toEqual({
      at: new Date('2026-07-15T04:00:00Z'),
      dateOnly: true,
    });
  });

  it.each([
    ['2026-03-08T02:30:00', 'America/New_York', '2026-03-08T03:30:00-04:00'],
    ['2026-03-29T02:00:00', 'Europe/Berlin', '2026-03-29T03:00:00+02:00'],
    ['2026-10-04T02:15:00', 'Australia/Lord_Howe', '2026-10-04T02:45:00+11:00'],
    ['2018-11-04', 'America/Sao_Paulo', '2018-11-04T01:00:00-02:00'],
    ['2011-12-30T12:00:00', 'Pacific/Apia', '2011-12-31T12:00:00+14:00'],
  ])('moves %s, which %s skips, forward by the gap', (text, zone, local) => {
    const parsed = parseTimestamp(text, zone);
    expect(parsed && formatTimestamp(parsed.at, zone)).toBe(local);
  });

  it.each([
    ['2026-11-01T01:30:00', 'America/New_York', '2026-11-01T01:30:00-04:00'],
    ['2026-10-25T02:30:00', 'Europe/Berlin', '2026-10-25T02:30:00+02:00'],
    ['2026-04-05T01:45:00', 'Australia/Lord_Howe', '2026-04-05T01:45:00+11:00'],
  ])('takes the earlier %s of the two in %s', (text, zone, local) => {
    const parsed = parseTimestamp(text, zone);
    expect(parsed && formatTimestamp(parsed.at, zone)).toBe(local);
  });

  it.each([
    '',
    'now',
    '2026',
    '2026-07',
    '20260715',
    '2026-7-15',
    '15.07.2026',
    '2026-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-04-31',
    '0000-01-01',
    '+002026-07-15',
    '10000-01-01',
    '2026-W29-3',
    '2026-07-15T',
    '2026-07-15T12',
    '2026-07-15T24:00:00',
    '2026-07-15T12:60:00',
    '2026-07-15T12:30:60',
    '2026-07-15t12:30:00',
    '2026-07-15T12:30:00z',
    '2026-07-15  12:30:00',
    '2026-07-15T12:30:00 +02:00',
    '2026-07-15T12:30:00+24:00',
    '2026-07-15T12:30:00+02:60',
    '2026-07-15T12:30:00.',
    '2026-07-15T12:30.5',
    '2026-07-15Z',
    '2026-07-15T12:30:00[Europe/Berlin]',
    ' 2026-07-15',
    '2026-07-15\n',
    '２０２６-07-15',
    '1784073600',
    '0001-01-01T00:00:00+14:00',
    '9999-12-31T23:59:59-01:00',
  ])('refuses %j', (text) => {
    expect(parseTimestamp(text, 'UTC')).toBeUndefined();
  });

  it('refuses what the company would see outside the years 1 to 9999', () => {
    expect(parseTimestamp('9999-12-31T23:59:59Z', 'Asia/Kathmandu')).toBeUndefined();
    expect(parseTimestamp('0001-01-01T00:00:00Z', 'America/New_York')).toBeUndefined();
  });

  it('reads back what formatTimestamp wrote, to the second', () => {
    fc.assert(
      fc.property(allInstants, zones, zones, (date, written, read) => {
        const parsed = parseTimestamp(formatTimestamp(date, written), read);
        expect(parsed?.at.getTime()).toBe(Math.floor(date.getTime() / 1000) * 1000);
      }),
    );
  });

  it('agrees with Luxon on every local time that occurs once', () => {
    fc.assert(
      fc.property(instants, zones, (date, zone) => {
        const local = DateTime.fromJSDate(date, { zone });
        fc.pre(local.getPossibleOffsets().length === 1);
        expect(at(local.toFormat('yyyy-MM-dd HH:mm:ss.SSS'), zone)).toBe(date.toISOString());
      }),
      { numRuns: 1000 },
    );
  });

  it('answers or refuses, and never throws, whatever the text', () => {
    const digits = fc.integer({ min: 0, max: 99 }).map((n) => String(n).padStart(2, '0'));
    const almost = fc
      .tuple(
        fc.integer({ min: 0, max: 9999 }).map((n) => String(n).padStart(4, '0')),
        digits,
        digits,
        fc.constantFrom('T', ' ', ''),
        digits,
        digits,
        fc.constantFrom('', 'Z', '+14:00', '-12', ' 99:99'),
      )
      .map(([y, m, d, t, h, i, o]) => `${y}-${m}-${d}${t}${h}:${i}${o}`);
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: fc.nat({ max: 0xffff }).map((code) => String.fromCharCode(code)) }),
          almost,
        ),
        zones,
        (text, zone) => {
          const parsed = parseTimestamp(text, zone);
          if (parsed) expect(formatTimestamp(parsed.at, zone)).toMatch(/^\d{4}-/);
        },
      ),
      { numRuns: 2000 },
    );
  });
});

describe('a zone that this process does not know', () => {
  const zone = 'Mars/Olympus';

  it('is shown in UTC', () => {
    const at = new Date('2026-07-15T17:30:05Z');

    expect(formatTimestamp(at, zone)).toBe('2026-07-15T17:30:05+00:00');
    expect(toLocalDate(at, zone)).toBe('2026-07-15');
  });

  it('is read with an offset only, as local times of it would be guesses', () => {
    expect(at('2026-07-15T17:30:05-04:00', zone)).toBe('2026-07-15T21:30:05.000Z');
    expect(at('2026-07-15T17:30:05', zone)).toBeUndefined();
    expect(at('2026-07-15', zone)).toBeUndefined();
  });
});
