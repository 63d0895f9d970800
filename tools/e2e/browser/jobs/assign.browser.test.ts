import { eventually } from '@svc/testing';
import type { Locator, Page } from 'playwright-core';
import { aCompany, aHotel, applyManifest, givenCompany, type Api } from '../../test/platform';
import { button, field } from '../controls';
import { givenPeople } from '../people';
import {
  DIALOG,
  expectAccessible,
  expectCount,
  expectEventually,
  expectFits,
  expectHeading,
  inBrowser,
} from '../in-browser';

const SLUG = 'people-who-assign';

const [marcus] = givenPeople(SLUG, `Company ${SLUG}`, [
  { name: 'Marcus Manager', role: 'manager' },
]);

const DAY_MS = 86_400_000;
const dateIn = (days: number): string =>
  new Date(Date.now() + days * DAY_MS).toLocaleDateString('en-CA', {
    timeZone: 'America/New_York',
  });
const TOMORROW = dateIn(1);

let api: Api;
let jobs: Readonly<Record<string, number>>;

const technician = (first_name: string, last_name: string, skills: readonly string[]) => ({
  ref: first_name.toLowerCase(),
  first_name,
  last_name,
  email: `${first_name.toLowerCase()}@${SLUG}.example`,
  status: 'Active',
  availability_status: 'Available',
  skills: skills.map((skill_name) => ({ skill_name, skill_level: 3 })),
  schedule: [1, 2, 3, 4, 5, 6, 7].map((day_of_week) => ({
    day_of_week,
    start_time: '07:00:00',
    end_time: '17:00:00',
    is_available: true,
  })),
});

const job = (ref: string, job_title: string, more: object) => ({
  ref,
  job_title,
  job_description: 'The boiler in the cellar has to be looked at by somebody.',
  location: 'roof',
  ...more,
});

const BOILERS = { required_skills: [{ skill_name: 'Boilers', skill_level: 2 }] };
const tomorrow = (from: string, to: string) => ({
  scheduled_start: `${TOMORROW}T${from}:00`,
  scheduled_end: `${TOMORROW}T${to}:00`,
});

beforeAll(async () => {
  ({ api } = await givenCompany(SLUG));
  const applied = await applyManifest({
    company: aCompany(SLUG),
    technicians: [
      technician('Grace', 'Hopper', ['Boilers']),
      technician('Ida', 'Rhodes', ['Boilers']),
    ],
    customers: [aHotel(SLUG)],
    jobs: [
      job('start', 'Start the boiler', { ...BOILERS, ...tomorrow('08:00', '10:00') }),
      job('check', 'Check the valves', tomorrow('10:00', '11:30')),
      job('pump', 'Replace the pump', { ...BOILERS, job_priority: 'Urgent' }),
      job('paint', 'Paint the pipes', { job_priority: 'Low' }),
      job('busy', 'Sweep the chimney', { technician: 'ida', ...tomorrow('07:00', '12:00') }),
    ],
  });
  ({ jobs } = applied);
});

const read = async (ref: string): Promise<Record<string, unknown>> =>
  (await api.get(`jobs?id=${jobs[ref]}`)).body['data'] as Record<string, unknown>;

const expectJob = (ref: string, fields: object): Promise<void> =>
  eventually(async () => expect(await read(ref)).toMatchObject(fields));

const workList = (page: Page): Locator => page.getByRole('region', { name: 'Unassigned' });

const card = (within: Page | Locator, title: string): Locator =>
  within.locator('[data-job]').filter({ hasText: title });

const box = (page: Page, name: string): Locator => workList(page).getByRole('checkbox', { name });

const plain = (text: string): string => text.replaceAll(/\s+/g, ' ');

inBrowser('tomorrow’s two are assigned with four clicks', { as: marcus }, async (browser) => {
  const { page, open } = browser;
  await open('');
  await expectHeading(page, 'Overview');
  await page.getByRole('navigation').getByRole('link', { name: 'Schedule' }).click();
  await workList(page).getByRole('heading', { name: 'Unassigned · 4', exact: true }).waitFor();
  const start = card(workList(page), 'Start the boiler');
  for (const fact of ['Grand Hotel · New York', 'Needs Boilers', /2 h$/]) {
    await start.getByText(fact).waitFor();
  }

  await box(page, 'Select all: Tomorrow').click();
  await expectAccessible(page);
  await button(page, 'Assign 2 to…').click();
  const dialog = page.getByRole('dialog', { name: 'Assign 2 jobs' });
  await expectEventually(() => field(dialog, 'Technician').inputValue(), 'Grace Hopper');
  await expectAccessible(page, DIALOG);
  await button(dialog, 'Assign').click();

  await page.getByText('2 jobs assigned to Grace Hopper.').waitFor();
  const assigned = { job_status: 'Assigned', assigned_technician_name: 'Grace Hopper' };
  await expectJob('start', assigned);
  await expectJob('check', assigned);
  await workList(page).getByRole('heading', { name: 'Unassigned · 2', exact: true }).waitFor();
});

inBrowser(
  'the work list is filtered, and technicians are sorted by who can and is free',
  { as: marcus },
  async ({ page, open }) => {
    const unassign = { assigned_technician_id: null };
    await api.put(`jobs?id=${jobs['start']}`, unassign);
    await api.put(`jobs?id=${jobs['check']}`, unassign);
    await open(`/schedule?from=${TOMORROW}&skill=boilers`);
    await expectHeading(page, 'Schedule');
    await expectCount(workList(page).locator('[data-job]'), 2);
    await field(workList(page), 'Priority').click();
    await page.getByRole('option', { name: 'Low' }).click();
    await workList(page).getByText('No jobs match these filters.').waitFor();
    await button(page, 'Next').click();
    await page.waitForURL(/skill=boilers&priority=Low/);
    await button(page, 'Clear filters').click();
    await expectCount(workList(page).locator('[data-job]'), 4);

    await box(page, 'Select Start the boiler').click();
    await box(page, 'Select Paint the pipes').click();
    await button(page, 'Assign 2 to…').click();
    const dialog = page.getByRole('dialog', { name: 'Assign 2 jobs' });
    await field(dialog, 'Technician').click();
    await expectEventually(
      async () => (await page.getByRole('option').allTextContents()).map(plain),
      [
        'Best technician for each job – all free and skilled',
        'Grace Hopper – has Boilers, free 8:00 – 10:00 AM',
        'Ida Rhodes – has Boilers, busy with Sweep the chimney until 12:00 PM',
        "Ada Byron – doesn't have Boilers",
      ],
    );
    await page.getByRole('option', { name: 'Ida Rhodes' }).click();
    await dialog
      .getByText(/^Ida Rhodes already has Sweep the chimney until 12:00\sPM\.$/)
      .waitFor();
    await api.put(`jobs?id=${jobs['paint']}`, { job_priority: 'High' });
    await button(dialog, 'Assign').click();
    await page.getByText('1 of 2 jobs assigned to Ida Rhodes.').waitFor();
    await page.getByText('Paint the pipes: This job has changed.').waitFor();
    await expectJob('start', { job_status: 'Assigned', assigned_technician_name: 'Ida Rhodes' });
    await expectJob('paint', { assigned_technician_id: null });
  },
);

inBrowser(
  'a phone has the day of each technician as a list',
  { as: marcus, width: 390 },
  async ({ page, open }) => {
    await open(`/schedule?from=${TOMORROW}&view=week`);
    await expectHeading(page, 'Schedule');
    const agenda = page.getByRole('region', { name: 'Technicians' });
    const ida = agenda.getByRole('region', { name: 'Ida Rhodes' });
    const chimney = card(ida, 'Sweep the chimney');
    for (const fact of [/7:00\sAM\s–\s12:00\sPM/, 'Grand Hotel · New York', 'Pending']) {
      await chimney.getByText(fact).waitFor();
    }
    await agenda.getByText(/Ada Byron/).waitFor();
    const viewport = page.locator('meta[name="viewport"]');
    expect(await viewport.getAttribute('content')).toContain('interactive-widget=resizes-content');
    await expectFits(page);
    await expectAccessible(page);

    await agenda.evaluate((element) => {
      const at = (clientX: number) => ({
        pointerId: 7,
        pointerType: 'touch',
        clientX,
        clientY: 300,
        bubbles: true,
      });
      element.dispatchEvent(new PointerEvent('pointerdown', at(300)));
      for (const x of [250, 200, 150])
        document.dispatchEvent(new PointerEvent('pointermove', at(x)));
      document.dispatchEvent(new PointerEvent('pointerup', at(150)));
    });
    await page.waitForURL(new RegExp(`from=${dateIn(2)}`));
    await expectCount(ida, 0);
    await button(page, 'Previous').click();
    await chimney.waitFor();

    await page.getByText(/^Unassigned · \d$/).click();
    await card(workList(page), 'Replace the pump').waitFor();
    await expectFits(page);
    await page.getByRole('radiogroup', { name: 'Show' }).getByText('Technicians').click();
    await chimney.getByRole('link').click();
    await page.getByRole('dialog', { name: 'Sweep the chimney' }).waitFor();
    await expectFits(page);
  },
);
