import ICAL from 'ical.js';
import { aJob, givenCompany, noteUsed, runFile, type Api } from '../../test/platform';
import { button, field, section } from '../controls';
import { expectAccessible, expectHeading, inBrowser } from '../in-browser';
import { givenPeople } from '../people';

const SLUG = 'people-with-calendars';

const [olive] = givenPeople(SLUG, `Company ${SLUG}`, [{ name: 'Olive Owner', role: 'owner' }]);

let api: Api;
let shop: number | undefined;
let ada: number | undefined;

beforeAll(async () => {
  const company = await givenCompany(SLUG);
  api = company.api;
  shop = company.ids.customer_locations['shop'];
  ada = company.ids.technicians['ada'];
});

/** Fetches as a calendar app: without a key or a session. */
async function fetchCalendar(url: string, tag = '') {
  const { pathname } = new URL(url);
  const response = await fetch(runFile().gateway + pathname, { headers: { 'if-none-match': tag } });
  const text = await response.text();
  const events = text.startsWith('BEGIN:VCALENDAR')
    ? new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent').map((event) => {
        const [uid, summary, status, sequence] = ['uid', 'summary', 'status', 'sequence'].map(
          (name) => event.getFirstPropertyValue(name),
        );
        return { uid, summary, status, sequence };
      })
    : [];
  return { status: response.status, tag: response.headers.get('etag') ?? '', events };
}

inBrowser(
  "an owner gives a technician's calendar and takes it back",
  { as: olive },
  async ({ page, open }) => {
    const start = new Date(Date.now() + 86_400_000).toISOString();
    const body = { ...aJob(shop, 'Tune the boiler'), assigned_technician_id: ada };
    const created = await api.post('jobs', { ...body, scheduled_start: start });
    const { job_id: id } = created.body['data'] as { job_id: number };

    await open(`/technicians/${ada}`);
    await expectHeading(page, 'Ada Byron');
    await button(section(page, 'Calendar'), 'Create calendar link').click();
    await button(page, 'Create link').click();
    await button(page, 'Done').waitFor();
    await expectAccessible(page);
    const url = await field(page, 'Address').inputValue();
    noteUsed(url.slice(-47, -4));
    await button(page, 'Done').click();

    const first = await fetchCalendar(url);
    expect(first.events).toEqual([
      { uid: expect.any(String), summary: 'Tune the boiler', status: 'CONFIRMED', sequence: 1 },
    ]);
    expect((await fetchCalendar(url, first.tag)).status).toBe(304);
    await api.put(`jobs?id=${id}`, { job_title: 'Tune the burner' });
    const second = await fetchCalendar(url, first.tag);
    expect(second.events).toEqual([
      { ...first.events[0], summary: 'Tune the burner', sequence: 2 },
    ]);
    await api.patch(`jobs?id=${id}`, { job_status: 'Cancelled' });
    expect((await fetchCalendar(url)).events).toEqual([
      { ...second.events[0], status: 'CANCELLED', sequence: 3 },
    ]);

    await button(section(page, 'Calendar'), 'Revoke calendar link').click();
    await button(page, 'Revoke link').click();
    await button(section(page, 'Calendar'), 'Create calendar link').waitFor();
    expect(await fetchCalendar(url)).toMatchObject({ status: 404, events: [] });
  },
);
