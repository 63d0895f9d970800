import type { Locator, Page } from 'playwright-core';
import { aJob, fsm, givenCompany, noteUsed, type Api } from '../test/platform';
import { givenPeople } from './people';
import { expectHeading, inBrowser } from './visit';

const SLUG = 'people-who-watch';

const [olive, marcus] = givenPeople(SLUG, `Company ${SLUG}`, [
  { name: 'Olive Owner', role: 'owner' },
  { name: 'Marcus Manager', role: 'manager' },
]);

let api: Api;
let shop: number;
beforeAll(async () => {
  const given = await givenCompany(SLUG);
  api = given.api;
  shop = Number(given.ids.customer_locations['shop']);
});

/** Resolves when it is told of changes, so that none comes too early. */
const openLive = async (page: Page, path: string, heading: string): Promise<void> => {
  const told = page.waitForResponse('**/dashboard/api/live');
  await page.goto(`/dashboard${path}`);
  await told;
  await expectHeading(page, heading);
};

const created = async (title: string): Promise<number> => {
  const { status, body } = await api.post('jobs', aJob(shop, title));
  expect(status).toBe(201);
  return (body['data'] as { job_id: number }).job_id;
};

const rowOf = (page: Page, text: string): Locator => page.getByRole('row').filter({ hasText: text });

const button = (within: Page | Locator, name: string): Locator =>
  within.getByRole('button', { name, exact: true });

inBrowser('changes by anyone appear without reloading', { as: olive }, async (visit) => {
  const { page, visitAs } = visit;
  await openLive(page, '/jobs', 'Jobs');
  const jobId = await created('Watched by two');
  await rowOf(page, 'Watched by two').getByText('Pending', { exact: true }).waitFor();

  const other = await visitAs(marcus);
  await openLive(other, `/jobs/${jobId}`, 'Job');
  await button(page, 'nothing').waitFor({ state: 'detached' });
  // In one browser a person changes it, in the other it is a row and then a page.
  await button(other, 'Assigned').click();
  await rowOf(page, 'Watched by two').getByText('Assigned', { exact: true }).waitFor();
  await api.patch(`jobs?id=${jobId}`, { job_status: 'In Progress' });
  await rowOf(page, 'Watched by two').getByText('In Progress', { exact: true }).waitFor();
  await button(other, 'Completed').waitFor();
  await rowOf(other, 'Assigned → In Progress').waitFor();

  // What is being edited stays, until it is saved or its conflict is shown.
  noteUsed({ job_title: 'Typed and not lost' });
  await button(other, 'Edit').click();
  const dialog = other.getByRole('dialog', { name: 'Edit job' });
  await dialog.getByLabel('Title').fill('Typed and not lost');
  await api.put(`jobs?id=${jobId}`, { job_priority: 'Urgent' });
  await rowOf(page, 'Watched by two').getByText('Urgent', { exact: true }).waitFor();
  await other.locator('dl').getByText('Urgent', { exact: true }).waitFor();
  expect(await dialog.getByLabel('Title').inputValue()).toBe('Typed and not lost');
  await fsm('job', 'delete', '--company', SLUG, '--id', String(jobId)).catch(() => undefined);
  await button(dialog, 'Save').click();
  await dialog.getByText('This job has changed.', { exact: true }).waitFor();
});
