import ICAL from 'ical.js';
import {
  COMPANY_WITHOUT_FEATURES,
  testService,
  type SignedInBrowser,
  type TestService,
} from './service';

let service: TestService;
let browser: SignedInBrowser;

const TECHNICIAN = 7;
const LINK = `technicians/${TECHNICIAN}/calendar-link`;
const API = '/dashboard/api/';

const technician = {
  technician_id: TECHNICIAN,
  first_name: 'Ada',
  last_name: 'Byron',
  status: 'Active',
};

const job = {
  job_id: 5,
  version: 1,
  job_title: 'Replace compressor',
  job_description: 'It trips its breaker.',
  job_status: 'Assigned',
  job_priority: 'High',
  customer_location_name: 'Main Street',
  customer_location_city: 'Lowell',
  customer_name: 'Cotton Mill',
  scheduled_start: '2026-03-10T09:00:00-04:00',
  scheduled_end: '2026-03-10T12:00:00-04:00',
  created_at: '2026-03-01T08:00:00-05:00',
  updated_at: '2026-03-01T08:00:00-05:00',
};

const answerJobs = (...jobs: readonly object[]): void =>
  service.neighbours.respondWith(`GET /admin/technicians/${TECHNICIAN}/calendar`, {
    data: { jobs },
  });

const answerTechnician = (changes: object = {}): void =>
  service.neighbours.respondWith(`GET /admin/technicians/${TECHNICIAN}`, {
    data: { ...technician, ...changes },
  });

beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.close());
beforeEach(async () => {
  browser = await service.signedIn();
  answerTechnician();
  answerJobs(job);
  await browser.change('DELETE', LINK);
});

async function createLink(by = browser): Promise<string> {
  const { status, body } = await by.change('POST', LINK);
  expect([status, body.message]).toEqual([200, 'Calendar link created.']);
  expect(body.data.url).toMatch(/^https:\/\/fsm\.example\/calendar\/[\w-]{43}\.ics$/);
  return new URL(body.data.url).pathname;
}

/** A calendar app has no session. */
const fetchCalendar = (path: string, headers = {}) => service.browser().get<string>(path, headers);

/** Fetches as a calendar app does: it knows events by UID, and a lower SEQUENCE changes nothing. */
async function sync(path: string, shown = new Map<string, ICAL.Component>()) {
  const { body } = await fetchCalendar(path);
  const events = new ICAL.Component(ICAL.parse(body)).getAllSubcomponents('vevent');
  const next = new Map<string, ICAL.Component>();
  const sequenceOf = (event?: ICAL.Component): number =>
    Number(event?.getFirstPropertyValue('sequence') ?? -1);
  for (const event of events) {
    const uid = String(event.getFirstPropertyValue('uid'));
    expect(next.has(uid)).toBe(false);
    const before = shown.get(uid);
    next.set(uid, sequenceOf(event) >= sequenceOf(before) ? event : (before as ICAL.Component));
  }
  return next;
}

const show = (events: ReadonlyMap<string, ICAL.Component>): object[] =>
  [...events.values()].map((event) =>
    Object.fromEntries(
      ['summary', 'sequence', 'status'].map((name) => [name, event.getFirstPropertyValue(name)]),
    ),
  );

it('a calendar app follows a job that changes and is cancelled, and shows it once', async () => {
  const path = await createLink();
  const first = await sync(path);
  expect(show(first)).toEqual([
    { summary: 'Replace compressor', sequence: 1, status: 'CONFIRMED' },
  ]);

  answerJobs({ ...job, version: 2, job_title: 'Replace the motor' }, { ...job, job_id: 6 });
  const second = await sync(path, first);
  expect(show(second)).toEqual([
    { summary: 'Replace the motor', sequence: 2, status: 'CONFIRMED' },
    { summary: 'Replace compressor', sequence: 1, status: 'CONFIRMED' },
  ]);

  answerJobs({ ...job, version: 3, job_status: 'Cancelled' });
  const third = await sync(path, second);
  expect(show(third)).toEqual([
    { summary: 'Replace compressor', sequence: 3, status: 'CANCELLED' },
  ]);
  expect([...third.keys()]).toEqual([...first.keys()]);
});

it('is iCalendar that need not be sent again', async () => {
  const path = await createLink();

  const { status, headers } = await fetchCalendar(path);
  expect([status, headers['content-type']]).toEqual([200, 'text/calendar; charset=utf-8']);
  const again = await fetchCalendar(path, { 'if-none-match': headers['etag'] });
  expect([again.status, again.body]).toEqual([304, '']);
  answerJobs({ ...job, version: 2 });
  expect((await fetchCalendar(path, { 'if-none-match': headers['etag'] })).status).toBe(200);
});

it('has one link, whose creation and end are in the activity without it', async () => {
  expect((await browser.get(API + LINK)).body.data.created_at).toBeNull();
  const old = await createLink();
  const path = await createLink();
  expect((await browser.get(API + LINK)).body.data).toEqual({ created_at: expect.any(String) });
  expect((await fetchCalendar(old)).status).toBe(404);
  expect((await fetchCalendar(path)).status).toBe(200);

  expect((await browser.change('DELETE', LINK)).status).toBe(200);

  expect((await fetchCalendar(path)).status).toBe(404);
  expect((await browser.change('DELETE', LINK)).status).toBe(404);
  const activities = JSON.stringify(await service.rows('activities'));
  expect(activities).toContain('Created a calendar link for Ada Byron');
  expect(activities).toContain('Revoked the calendar link');
  expect(activities).not.toContain(path.slice(10, 30));
});

it('answers a wrong or revoked link as a record that does not exist', async () => {
  const path = await createLink();
  await browser.change('DELETE', LINK);
  const wrong = [
    path,
    `/calendar/${'A'.repeat(43)}.ics`,
    path.replace('.ics', ''),
    path.replace('.ics', '.ICS'),
    `${path}/`,
    '/calendar/',
    '/calendar/x.ics',
    `/calendar/${'A'.repeat(4_000)}.ics`,
    '/calendar/%2e%2e.ics',
  ];
  for (const address of wrong) {
    const { status, body } = await service.browser().get(address);
    expect([address, status, body]).toEqual([
      address,
      404,
      {
        success: false,
        error: 'not_found',
        message: 'Record not found.',
        request_id: expect.any(String),
      },
    ]);
  }
});

it('ends for an inactive technician, and for one who is gone', async () => {
  const path = await createLink();
  answerTechnician({ status: 'Inactive' });
  expect((await fetchCalendar(path)).status).toBe(404);
  answerTechnician();
  expect((await fetchCalendar(path)).status).toBe(200);
});

it("is of the link's company and mode alone", async () => {
  const other = await service.signedIn({}, COMPANY_WITHOUT_FEATURES);
  const path = await createLink();
  expect((await other.get(API + LINK)).body.data.created_at).toBeNull();
  expect((await other.change('DELETE', LINK)).status).toBe(404);
  const test = `test/${LINK}`;
  expect((await browser.get(API + test)).body.data.created_at).toBeNull();
  const created = await browser.change('POST', test);
  service.neighbours.received.splice(0);

  await fetchCalendar(path);
  await fetchCalendar(new URL(created.body.data.url).pathname);

  const companies = service.neighbours.received.map(({ statement }) => statement.companyId);
  expect(companies).toEqual([1, 1, 1_000_000_001, 1_000_000_001]);
});

it('needs a technician who exists', async () => {
  const { status } = await browser.change('POST', LINK.replace('/7/', '/8/'));
  expect(status).toBe(404);
});

it('keeps the hash of the link alone', async () => {
  const path = await createLink();
  const secret = path.slice('/calendar/'.length, -'.ics'.length);

  const rows = await service.rows('calendar_links');

  expect(JSON.stringify(rows)).not.toContain(secret);
  const hashes = rows.map((row) => row['token_hash'] as Buffer);
  expect(hashes.some((hash) => hash.toString('base64url') === secret)).toBe(false);
});
