import type { Page, Request } from 'playwright-core';
import { eventually } from '@svc/testing';
import { givenCompany, givenJob, noteUsed, type Api } from '../../test/platform';
import { button, choose, field, row } from '../controls';
import { givenPeople } from '../people';
import {
  DIALOG,
  expectAccessible,
  expectCount,
  expectEventually,
  expectHeading,
  inBrowser,
  openLive,
} from '../in-browser';
import { findFailures, LIMIT, rejectRequest } from '../refusals';

const SLUG = 'people-with-failing-jobs';

const [marcus] = givenPeople(SLUG, `Company ${SLUG}`, [
  { name: 'Marcus Manager', role: 'manager' },
]);

let api: Api;
let shop: number;
let ada: number;
beforeAll(async () => {
  const given = await givenCompany(SLUG);
  api = given.api;
  shop = Number(given.ids.customer_locations['shop']);
  ada = Number(given.ids.technicians['ada']);
});

const created = (title: string, more?: object): Promise<number> => givenJob(api, shop, title, more);

function unansweredOf(page: Page, address: RegExp): ReadonlySet<Request> {
  const unanswered = new Set<Request>();
  const forget = (request: Request): void => void unanswered.delete(request);
  page.on('request', (request) => {
    if (address.test(request.url())) unanswered.add(request);
  });
  page.on('requestfinished', forget);
  page.on('requestfailed', forget);
  return unanswered;
}

inBrowser(
  'says so where it is not known who is signed in',
  { as: marcus },
  async ({ page, open }) => {
    await page.route('**/dashboard/api/session', rejectRequest);
    await open('/jobs?status=Closed');
    await page.getByRole('heading', { level: 1, name: 'Something went wrong' }).waitFor();
    await page.getByText(LIMIT).waitFor();
    await expectAccessible(page);
    await page.unroute('**/dashboard/api/session');
    await button(page, 'Try again').click();
    await expectHeading(page, 'Jobs');
    await page.getByText('No jobs match these filters.').waitFor();
  },
);

inBrowser(
  'a part that is away says so, and the rest of its page works',
  { as: marcus },
  async (browser) => {
    const { page, open } = browser;
    await created('Nobody does it yet');
    const id = await created('Ada does it', {
      assigned_technician_id: ada,
      scheduled_start: '2027-06-02T09:00:00',
      scheduled_end: '2027-06-02T10:00:00',
    });
    await page.route('**/schedule/technicians', rejectRequest);
    await open('/schedule?from=2027-06-02');
    await expectHeading(page, 'Schedule');
    await findFailures(page).getByText("Couldn't load the technicians.").waitFor();
    const unassigned = page.getByRole('region', { name: 'Unassigned' });
    await unassigned.getByText('Nobody does it yet').waitFor();
    await unassigned.getByText('Assigned to technicians not shown here').waitFor();
    await unassigned.getByRole('link', { name: /Ada does it/ }).waitFor();
    await expectAccessible(page);
    await page.unroute('**/schedule/technicians');
    await button(page, 'Try again').click();
    await row(page, 'Ada Byron').getByText('Ada does it').waitFor();

    await page.route(`**/jobs/${id}/history?*`, rejectRequest);
    await open(`/jobs/${id}`);
    await expectHeading(page, 'Ada does it');
    await findFailures(page).getByText("Couldn't load history.").waitFor();
    await page.getByText('No invoices yet.').waitFor();
    await button(page, 'Assigned').click();
    await button(page, 'In Progress').waitFor();
  },
);

inBrowser(
  'a hundred of many jobs without a row are shown, and the rest is counted',
  { as: marcus },
  async ({ page, open }) => {
    await created('One of many', {
      assigned_technician_id: ada,
      scheduled_start: '2027-06-03T09:00:00',
    });
    await page.route('**/schedule/technicians', rejectRequest);
    await page.route('**/schedule/jobs?*', async (route) => {
      const response = await route.fetch();
      const { data } = (await response.json()) as { data: { jobs: readonly object[] } };
      const jobs = Array.from({ length: 102 }, (_, n) => ({ ...data.jobs[0], job_id: n + 1 }));
      await route.fulfill({ response, json: { data: { ...data, jobs } } });
    });
    await open('/schedule?from=2027-06-03');
    await expectHeading(page, 'Schedule');
    const unassigned = page.getByRole('region', { name: 'Unassigned' });
    await unassigned.getByText('and 2 more', { exact: true }).waitFor();
    await expectCount(unassigned.getByRole('link', { name: /One of many/ }), 100);
  },
);

inBrowser(
  'what is shown stays, and says that it is not up to date',
  { as: marcus },
  async ({ page }) => {
    const id = await created('Shown before it changed');
    const reads = unansweredOf(page, new RegExp(`/dashboard/api/jobs/${id}$`));
    await openLive(page, `/jobs/${id}`, 'Shown before it changed');
    await page.route(`**/dashboard/api/jobs/${id}`, rejectRequest);
    // Reads sent before the session ended must finish first.
    await eventually(() => expect([...reads]).toEqual([]));
    await api.put(`jobs?id=${id}`, { job_priority: 'Urgent' });
    await findFailures(page).getByText("Couldn't refresh this job.").waitFor();
    await page.getByText('Shown before it changed').first().waitFor();
    await page.locator('main').getByText('Medium', { exact: true }).waitFor();
    await page.unroute(`**/dashboard/api/jobs/${id}`);
    await button(page, 'Try again').click();
    await page.locator('main').getByText('Urgent', { exact: true }).waitFor();
    await expectCount(findFailures(page), 0);
  },
);

inBrowser(
  'a button that begins something is pressed once, however often it is clicked',
  { as: marcus },
  async (browser) => {
    const { page, open } = browser;
    const id = await created('Moved once');
    let moves = 0;
    page.on('request', (request) => (moves += Number(request.method() === 'PATCH')));
    await open(`/jobs/${id}`);
    await expectHeading(page, 'Moved once');
    // All clicks come before the page can render.
    await button(page, 'Assigned').evaluate((move: HTMLElement) => {
      for (let clicks = 0; clicks < 3; clicks += 1) move.click();
    });
    await page.getByText('Job assigned.').waitFor();
    await button(page, 'In Progress').waitFor();
    expect(moves).toBe(1);

    await page.route('**/v1/jobs?*', rejectRequest);
    await button(page, 'In Progress').click();
    await page.getByText('The job was not changed.').waitFor();
    await page.getByText(LIMIT).waitFor();
    await page.unroute('**/v1/jobs?*');
    await button(page, 'In Progress').click();
    await page.getByText('Job in progress.').waitFor();
  },
);

inBrowser(
  'a session that ends under a dialog keeps what was typed, through the sign-in',
  { as: marcus },
  async ({ page, open, context }) => {
    const title = 'Typed before the session ended';
    noteUsed({ title });
    await open('/jobs');
    await button(page, 'New job').click();
    const dialog = page.getByRole('dialog', { name: 'New job' });
    await field(dialog, 'Title').fill(title);
    await field(dialog, 'Description').fill('The door of the cooler does not close any more.');
    await choose(dialog, 'Customer', 'corner', 'Corner Bakery');
    await expectEventually(
      () => field(dialog, 'Location').inputValue(),
      expect.stringMatching(/^Shop/),
    );
    await context.clearCookies();
    // A background read may have opened the sign-in dialog above this one.
    await button(dialog, 'Create job').dispatchEvent('click');
    const again = page.getByRole('dialog', { name: 'Sign in' });
    await expectEventually(() => field(again, 'E-mail').inputValue(), marcus.email);
    await expectAccessible(page, DIALOG);
    await page.keyboard.press('Escape');
    await field(again, 'Password').fill('not the password of Marcus');
    await button(again, 'Sign in').click();
    await again.getByText('E-mail or password is wrong.').waitFor();
    await field(again, 'Password').fill(marcus.password);
    await page.keyboard.press('Enter');
    await expectHeading(page, title);
    const { body } = await api.get('jobs?per_page=100');
    const jobs = body['data'] as readonly { job_title: string }[];
    expect(jobs.filter(({ job_title: each }) => each === title)).toHaveLength(1);
  },
);

inBrowser(
  'what is wrong in a row of a list stands beside the field of that row',
  { as: marcus },
  async ({ page, open }) => {
    await open('/technicians');
    await button(page, 'New technician').click();
    const dialog = page.getByRole('dialog', { name: 'New technician' });
    await field(dialog, 'First name').fill('Grace');
    await field(dialog, 'Last name').fill('Hopper');
    await field(dialog, 'E-mail').fill(`grace@${SLUG}.example`);
    for (const n of [1, 2]) {
      await button(dialog, 'Add skill').click();
      await field(dialog, `Skill ${n}`).fill(`Skill of kind ${n}`);
    }
    await field(dialog, 'Level of skill 2').fill('9');
    await button(dialog, 'Create technician').click();
    const level = field(dialog, 'Level of skill 2');
    await expectEventually(() => level.getAttribute('aria-invalid'), 'true');
    await expectEventually(
      () => level.evaluate((it: HTMLInputElement) => it === document.activeElement),
      true,
    );
    await dialog.getByText('Level must be 5 or less.').waitFor();
    await expectCount(dialog.locator('[aria-invalid="true"]'), 1);
    await expectAccessible(page, DIALOG);
    await level.fill('5');
    await button(dialog, 'Create technician').click();
    await expectHeading(page, 'Grace Hopper');
    await page.getByText('Skill of kind 2, level 5').waitFor();
  },
);
