import type { Page } from 'playwright-core';
import { aJob, givenCompany, integrator } from '../../test/platform';
import { button } from '../controls';
import { givenPeople } from '../people';
import {
  expectAccessible,
  expectCount,
  expectEventually,
  expectHeading,
  inBrowser,
} from '../in-browser';

const SLUG = 'people-with-roles';

const [dora, stan, vera] = givenPeople(SLUG, 'People With Roles', [
  { name: 'Dora Dispatcher', role: 'dispatcher' },
  { name: 'Stan Storekeeper', role: 'storekeeper' },
  { name: 'Vera Viewer', role: 'viewer' },
]);

interface Work {
  readonly job: number;
  readonly customer: number;
}

let work: Work;

beforeAll(async () => {
  const { ids, key } = await givenCompany(SLUG);
  const { body } = await integrator(key).post('jobs', aJob(ids.customer_locations['shop'], 'Fix'));
  const job = (body as { data: { job_id: number; customer_id: number } }).data;
  work = { job: job.job_id, customer: job.customer_id };
});

const linksOf = (page: Page): Promise<string[]> =>
  page.getByRole('navigation', { name: 'Pages' }).getByRole('link').allTextContents();

const ROLES = [
  {
    who: dora,
    pages: [
      ...['Overview', 'Schedule', 'Jobs', 'Service requests', 'Customers', 'Assets', 'Technicians'],
      ...['API reference', 'Settings'],
    ],
    buttons: [
      ['/jobs', 'Jobs', ['New job'], []],
      ['/customers', 'Customers', ['New customer'], []],
      ['/assets', 'Assets', [], ['New asset', 'New type']],
      ['/technicians', 'Technicians', [], ['New technician']],
    ],
    actions: ['New job', 'New customer'],
    isJobChanged: true,
  },
  {
    who: stan,
    pages: ['Overview', 'Jobs', 'Assets', 'Inventory', 'API reference', 'Settings'],
    buttons: [
      ['/inventory', 'Inventory', ['New item'], []],
      ['/inventory/suppliers', 'Suppliers', ['New supplier'], []],
      ['/jobs', 'Jobs', [], ['New job']],
    ],
    actions: ['New item'],
    isJobChanged: false,
  },
  {
    who: vera,
    pages: [
      ...['Overview', 'Schedule', 'Jobs', 'Service requests', 'Customers', 'Assets', 'Inventory'],
      ...['Technicians', 'API reference', 'Activity', 'Settings'],
    ],
    buttons: [
      ['/jobs', 'Jobs', [], ['New job']],
      ['/customers', 'Customers', [], ['New customer']],
      ['/inventory', 'Inventory', [], ['New item']],
      ['/inventory/locations', 'Inventory locations', [], ['New location']],
      ['/technicians', 'Technicians', [], ['New technician']],
    ],
    actions: [],
    isJobChanged: false,
  },
] as const;

const JOB_BUTTONS = ['Edit', 'Reschedule', 'Edit skills', 'New invoice', 'More actions'];

describe.each(ROLES)('$who.role', ({ who, pages, buttons, actions, isJobChanged }) => {
  inBrowser('sees its pages, and what it may do on each', { as: who }, async ({ page, open }) => {
    await open('/');
    await expectHeading(page, 'Overview');
    await expectEventually(() => linksOf(page), [...pages]);
    await expectCount(page.locator('main [aria-busy="true"]'), 0);
    await expectCount(page.getByRole('alert'), 0);
    await expectCount(page.getByRole('heading', { name: 'API requests' }), 0);
    await expectAccessible(page);

    for (const [path, name, offered, hidden] of buttons) {
      await open(path);
      await expectHeading(page, name);
      for (const each of offered) await button(page, each).waitFor();
      for (const each of hidden) await expectCount(button(page, each), 0);
    }
  });

  inBrowser('finds what it may create by ⌘K', { as: who }, async ({ page, open }) => {
    await open('/settings');
    await expectHeading(page, 'Settings');
    await page.keyboard.press('Control+K');
    const palette = page.getByRole('dialog', { name: 'Search' });
    await palette.getByRole('option', { name: /^Overview/ }).waitFor();
    const created = palette.getByRole('option', { name: /^New / });
    await expectEventually(
      async () => (await created.allTextContents()).map((text) => text.replace(/Action$/, '')),
      [...actions],
    );
  });

  inBrowser('reads a job, and changes it or not', { as: who }, async ({ page, open }) => {
    await open(`/jobs/${work.job}`);
    await expectHeading(page, 'Fix');
    await expectCount(page.locator('main [aria-busy="true"]'), 0);
    await expectCount(page.getByRole('alert'), 0);
    for (const each of JOB_BUTTONS) await expectCount(button(page, each), isJobChanged ? 1 : 0);
  });
});

inBrowser('a storekeeper has no links to customers', { as: stan }, async ({ page, open }) => {
  await open(`/jobs/${work.job}`);
  await expectHeading(page, 'Fix');
  await expectCount(page.locator(`main a[href$="/customers/${work.customer}"]`), 0);
  await open(`/customers/${work.customer}`);
  await expectHeading(page, 'Page not found');
});

inBrowser('a viewer moves no job on the schedule', { as: vera }, async ({ page, open }) => {
  await open('/schedule');
  const block = page.locator(`[data-job="${work.job}"]`);
  await block.waitFor();
  expect(await block.getAttribute('draggable')).toBe('false');
  await expectCount(button(page, 'Reschedule'), 0);
  await expectCount(page.getByRole('checkbox'), 0);
});

inBrowser('a viewer sees activity of records alone', { as: vera }, async ({ page, open }) => {
  await open('/activity');
  await expectHeading(page, 'Activity');
  await page.getByText('Deletions, restorations and calendar links are listed here.').waitFor();
  await expectCount(page.getByLabel('Person'), 0);
  await expectCount(page.getByRole('alert'), 0);
  await expectAccessible(page);
});
