import type { Locator, Page } from 'playwright-core';
import { eventually } from '@svc/testing';
import {
  aCompany,
  aHotel,
  applyManifest,
  givenCompany,
  noteUsed,
  type Api,
} from '../test/platform';
import { button, choose, entry, section } from './controls';
import { givenPeople } from './people';
import {
  DIALOG,
  expectAccessible,
  expectCount,
  expectEventually,
  expectFits,
  expectHeading,
  inBrowser,
} from './in-browser';

const SLUG = 'people-with-job-needs';
const COMPANY = `Company ${SLUG}`;

const [olive, marcus] = givenPeople(SLUG, COMPANY, [
  { name: 'Olive Owner', role: 'owner' },
  { name: 'Marcus Manager', role: 'manager' },
]);

let api: Api;
let needy: number;

beforeAll(async () => {
  ({ api } = await givenCompany(SLUG));
  const { jobs } = await applyManifest({
    company: aCompany(SLUG),
    technicians: [
      {
        ref: 'grace',
        first_name: 'Grace',
        last_name: 'Hopper',
        email: `grace@${SLUG}.example`,
        status: 'Active',
        availability_status: 'Available',
      },
    ],
    inventory_locations: [
      { ref: 'main', location_name: 'Main warehouse', location_type: 'warehouse' },
    ],
    inventory_items: [
      { ref: 'filter', part_number: 'F-100', part_name: 'Filter', stock: { main: 5 } },
    ],
    customers: [aHotel(SLUG)],
    asset_types: [{ ref: 'chiller', name: 'Chiller' }],
    assets: [
      {
        ref: 'big',
        asset_name: 'Big chiller',
        asset_type: 'chiller',
        location: 'roof',
        serial_number: 'BIG-1',
      },
    ],
    jobs: [
      {
        ref: 'needy',
        job_title: 'Change the filters',
        job_description: 'All filters of the chiller on the roof are due.',
        location: 'roof',
        required_skills: [{ skill_name: 'Refrigeration', skill_level: 3 }],
        required_parts: [{ item: 'filter', from: 'main', quantity: 2 }],
      },
    ],
  });
  needy = Number(jobs['needy']);
});

const read = async (jobId: number): Promise<Record<string, unknown>> =>
  (await api.get(`jobs?id=${jobId}`)).body['data'] as Record<string, unknown>;

const facts = (page: Page): Locator => page.locator('dl');

inBrowser('New job asks for what the API does, in plain words', { as: marcus }, async (browser) => {
  const { page, open } = browser;
  const job_title = 'Look at <b>the roof</b>';
  const job_description = 'Water comes in at the north side when it rains.';
  noteUsed({ job_title, job_description });
  await open('/jobs');
  await expectHeading(page, 'Jobs');
  await button(page, 'New job').click();
  const dialog = page.getByRole('dialog', { name: 'New job' });
  await dialog.getByLabel('Title').fill(job_title);
  await dialog.getByLabel('Description').fill('Too short');
  await button(dialog, 'Create job').click();
  await dialog.getByText('Description must be at least 30 characters.').waitFor();
  await dialog.getByText('Choose a customer.').waitFor();
  await expectEventually(() => dialog.getByLabel('Title').inputValue(), job_title);

  await dialog.getByLabel('Description').fill(job_description);
  await choose(dialog, 'Customer', 'grand', 'Grand Hotel');
  await choose(dialog, 'Technician', 'hop', 'Grace Hopper');
  await choose(dialog, 'Assets', 'BIG-1', 'Big chiller');
  await dialog.getByLabel('Scheduled start').fill('2026-03-04T09:30');
  await expectAccessible(page, DIALOG);
  await button(dialog, 'Create job').click();

  await expectHeading(page, job_title);
  const id = Number(page.url().split('/').at(-1));
  await expectEventually(() => page.title(), `${job_title} · Job ${id} · ${COMPANY}`);
  expect(await read(id)).toMatchObject({
    job_title,
    job_description,
    job_status: 'Pending',
    job_priority: 'Medium',
    customer_name: 'Grand Hotel',
    customer_location_name: 'Roof',
    assigned_technician_name: 'Grace Hopper',
    scheduled_start: '2026-03-04T09:30:00-05:00',
    assets: [{ asset_name: 'Big chiller', relationship_type: 'serviced' }],
  });
  await page.getByText(job_title, { exact: true }).waitFor();
  await section(page, 'Linked assets').getByText('Big chiller').waitFor();
  await facts(page).getByRole('link', { name: 'Grand Hotel' }).waitFor();
  await facts(page).getByRole('link', { name: 'Grace Hopper' }).waitFor();
  const phone = facts(page).getByRole('link', { name: '(212) 555-0199' }).first();
  await expectEventually(() => phone.getAttribute('href'), 'tel:+12125550199');
  await facts(page).getByText('9 High Street, New York, NY 10001').waitFor();
  await expectEventually(
    () => facts(page).getByRole('link', { name: 'Directions' }).getAttribute('href'),
    expect.stringContaining('destination=9+High+Street%2C+New+York'),
  );
  await entry(page, 'Marcus Manager created this.').waitFor();
});

inBrowser('shows what a job needs and what is reserved', { as: olive }, async (browser) => {
  const { page, open } = browser;
  await eventually(async () => {
    await open(`/jobs/${needy}`);
    await expectHeading(page, 'Change the filters');
    await expectCount(page.getByText('Reserved', { exact: true }), 2);
  });
  await page.getByText('Refrigeration, level 3 or higher').waitFor();
  const parts = page.getByRole('table', { name: 'Required parts' });
  await parts.getByRole('row', { name: 'Filter F-100 Main warehouse 2 Reserved' }).waitFor();

  await button(page, 'Edit parts').click();
  const needs = page.getByRole('dialog', { name: 'Edit required parts' });
  await expectEventually(
    () => needs.getByLabel('Part 1', { exact: true }).inputValue(),
    'F-100 Filter',
  );
  await needs.getByLabel('Quantity of part 1').fill('9');
  await button(needs, 'Add part').click();
  await button(needs, 'Save').click();
  await needs.getByText('Choose a part.').waitFor();
  await expectEventually(
    () =>
      needs
        .getByLabel('Part 2', { exact: true })
        .and(page.locator('input'))
        .getAttribute('aria-invalid'),
    'true',
  );
  await button(needs, 'Remove part 2').click();
  await expectAccessible(page, DIALOG);
  await button(needs, 'Save').click();
  await parts
    .getByRole('row', { name: /Main warehouse 9 Waiting for stock 5 available/ })
    .waitFor();
  await button(page, 'Edit parts').click();
  await needs.getByLabel('Quantity of part 1').fill('4');
  await button(needs, 'Save').click();
  await parts.getByRole('row', { name: 'Filter F-100 Main warehouse 4 Reserved' }).waitFor();

  await button(page, 'Edit skills').click();
  const skills = page.getByRole('dialog', { name: 'Edit required skills' });
  await skills.getByLabel('Level of skill 1').fill('6');
  await button(skills, 'Save').click();
  await skills.getByText('Level must be 5 or less.').waitFor();
  await skills.getByLabel('Level of skill 1').fill('4');
  // A conflict must keep what was entered.
  await api.put(`jobs?id=${needy}`, { job_priority: 'High' });
  await button(skills, 'Save').click();
  await skills.getByText('This job has changed.', { exact: true }).waitFor();
  await button(skills, 'Save').click();
  await page.getByText('Refrigeration, level 4 or higher').waitFor();
  await entry(
    page,
    'Olive Owner changed required skills from Refrigeration 3 to Refrigeration 4.',
  ).waitFor();
});

inBrowser(
  'a job fits a phone, which calls and navigates',
  { as: olive, width: 360 },
  async ({ page, open }) => {
    await open(`/jobs/${needy}`);
    await expectHeading(page, 'Change the filters');
    await expectFits(page);
    await expectAccessible(page);
    const call = page.getByRole('link', { name: 'Call', exact: true });
    await expectEventually(() => call.getAttribute('href'), 'tel:+12125550199');
    await page.getByRole('link', { name: 'Navigate' }).waitFor();
    await page.setViewportSize({ width: 1024, height: 740 });
    await call.waitFor({ state: 'hidden' });
    await expectFits(page);
  },
);
