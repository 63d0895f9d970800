import ICAL from 'ical.js';
import { sync as nodeIcal, type VEvent } from 'node-ical';
import type { CalendarJobResponse } from '../../contract/responses';
import { formatCalendar } from './calendar';

const AT = new Date('2026-03-05T12:00:00Z');

const JOB: CalendarJobResponse = {
  job_id: 7,
  version: 3,
  job_title: 'Replace compressor',
  job_description: 'Compressor of rooftop unit 2 trips its breaker.',
  job_status: 'Assigned',
  job_priority: 'High',
  customer_location_name: 'Main Street',
  customer_location_city: 'Lowell',
  customer_name: 'Cotton Mill',
  scheduled_start: '2026-03-10T09:00:00-04:00',
  scheduled_end: '2026-03-10T12:00:00-04:00',
  created_at: '2026-03-01T08:00:00-05:00',
  updated_at: '2026-03-04T08:00:00-05:00',
};

const format = (jobs: readonly Partial<CalendarJobResponse>[], zone = 'America/New_York'): string =>
  formatCalendar({
    name: 'Ada Byron',
    companyId: 4,
    zone,
    at: AT,
    jobs: jobs.map((job) => ({ ...JOB, ...job })),
  });

interface Read {
  readonly uid: string;
  readonly summary: string;
  readonly location: string;
  readonly description: string;
  readonly sequence: number;
  readonly status: string;
  readonly start: string;
  readonly end: string;
}

function readByIcalJs(text: string): Read[] {
  const calendar = new ICAL.Component(ICAL.parse(text));
  ICAL.TimezoneService.reset();
  for (const zone of calendar.getAllSubcomponents('vtimezone')) {
    ICAL.TimezoneService.register(new ICAL.Timezone(zone));
  }
  return calendar.getAllSubcomponents('vevent').map((component) => {
    const event = new ICAL.Event(component);
    return {
      uid: event.uid,
      summary: event.summary,
      location: event.location,
      description: event.description,
      sequence: event.sequence,
      status: String(component.getFirstPropertyValue('status')),
      start: event.startDate.toJSDate().toISOString(),
      end: event.endDate.toJSDate().toISOString(),
    };
  });
}

const readByNodeIcal = (text: string): Read[] =>
  Object.values(nodeIcal.parseICS(text))
    .filter((part): part is VEvent => part?.type === 'VEVENT')
    .map((event) => ({
      uid: event.uid,
      summary: String(event.summary),
      location: String(event.location),
      description: String(event.description),
      sequence: Number(event.sequence),
      status: String(event.status),
      start: event.start.toISOString(),
      end: (event.end ?? event.start).toISOString(),
    }));

function read(text: string): Read[] {
  const events = readByIcalJs(text);
  expect(readByNodeIcal(text)).toEqual(events);
  return events;
}

it('is read by two parsers as what the job is', () => {
  expect(read(format([{}]))).toEqual([
    {
      uid: 'job-7.4@field-service',
      summary: 'Replace compressor',
      location: 'Main Street, Lowell',
      description:
        'Compressor of rooftop unit 2 trips its breaker.\n\nCustomer: Cotton Mill\nStatus: Assigned\nPriority: High',
      sequence: 3,
      status: 'CONFIRMED',
      start: '2026-03-10T13:00:00.000Z',
      end: '2026-03-10T16:00:00.000Z',
    },
  ]);
});

it('shows a cancelled job as cancelled', () => {
  expect(read(format([{ job_status: 'Cancelled', version: 4 }]))).toMatchObject([
    { uid: 'job-7.4@field-service', sequence: 4, status: 'CANCELLED' },
  ]);
});

it.each([
  'Commas, semicolons; colons: and \\backslashes "quoted"',
  'Two\nlines\r\nand a third',
  'BEGIN:VEVENT\nEND:VCALENDAR',
  `${'Größe 测试 🔧 '.repeat(40)}end`,
  'é'.repeat(200),
])('escapes and folds %j', (title) => {
  const text = format([{ job_title: title }]);

  expect(read(text)[0]?.summary.trim()).toBe(title.replaceAll('\r\n', '\n').trim());
  const lines = text.split('\r\n');
  expect(lines.join('')).not.toMatch(/[\r\n]/);
  for (const line of lines) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  expect(lines.at(-1)).toBe('');
});

it.each([
  ['America/New_York', '2026-03-08T06:30:00Z'],
  ['America/New_York', '2026-03-08T07:30:00Z'],
  ['America/Phoenix', '2026-07-01T00:00:00Z'],
  ['Europe/Dublin', '2026-03-29T01:00:00Z'],
  ['Europe/Dublin', '2026-02-01T12:00:00Z'],
  ['Africa/Casablanca', '2026-02-20T12:00:00Z'],
  ['Australia/Lord_Howe', '2026-04-08T12:00:00Z'],
  ['Asia/Kathmandu', '2026-04-08T12:00:00Z'],
  ['America/St_Johns', '2026-08-08T12:00:00Z'],
  ['Pacific/Auckland', '2026-04-06T12:00:00Z'],
])('means the same instant in %s at %s, by its own VTIMEZONE', (zone, at) => {
  const text = format([{ scheduled_start: at, scheduled_end: null }], zone);

  expect(text).toContain(`BEGIN:VTIMEZONE\r\nTZID:${zone}\r\n`);
  expect(readByIcalJs(text)[0]?.start).toBe(new Date(at).toISOString());
  expect(readByNodeIcal(text)[0]?.start).toBe(new Date(at).toISOString());
});

it('has no VTIMEZONE for times in UTC', () => {
  const text = format([{}], 'UTC');

  expect(text).not.toContain('VTIMEZONE');
  expect(text).toContain('DTSTART:20260310T130000Z');
  expect(text).toMatch(/DTSTAMP:\d{8}T\d{6}Z/);
});

it('has no end that is not later than its start, and no job without times', () => {
  const start = JOB.scheduled_start;
  const text = format([
    { job_id: 1, scheduled_end: null },
    { job_id: 2, scheduled_start: null, scheduled_end: start },
    { job_id: 3, scheduled_end: start },
    { job_id: 4, scheduled_start: null, scheduled_end: null },
  ]);

  expect(text).not.toContain('DTEND');
  expect(readByIcalJs(text).map(({ uid, start: at }) => [uid[4], at])).toEqual([
    ['1', '2026-03-10T13:00:00.000Z'],
    ['2', '2026-03-10T13:00:00.000Z'],
    ['3', '2026-03-10T13:00:00.000Z'],
  ]);
});

it('is a whole calendar without jobs, and the same text for the same jobs', () => {
  expect(read(format([]))).toEqual([]);
  expect(format([{}])).toBe(format([{}]));
});
