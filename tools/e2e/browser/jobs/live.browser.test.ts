import type { Locator } from 'playwright-core';
import { givenCompany, givenJob, noteUsed, type Api } from '../../test/platform';
import { button, entry, pickAction, row, section } from '../controls';
import { givenPeople } from '../people';
import { givenServiceRequest } from '../service-requests';
import { expectCount, expectEventually, inBrowser, openLive } from '../in-browser';

const SLUG = 'people-who-watch';

const [olive, marcus] = givenPeople(SLUG, `Company ${SLUG}`, [
  { name: 'Olive Owner', role: 'owner' },
  { name: 'Marcus Manager', role: 'manager' },
]);

let api: Api;
let shop: number;
let ada: number;
let bakery: number;
beforeAll(async () => {
  const given = await givenCompany(SLUG);
  api = given.api;
  shop = Number(given.ids.customer_locations['shop']);
  ada = Number(given.ids.technicians['ada']);
  bakery = Number(given.ids.customers['bakery']);
});

const COLD_ROOM = 'The door of the cold room does not close, which ices it up.';

const created = (title: string, more?: object): Promise<number> => givenJob(api, shop, title, more);

const shownIn = (within: Locator, text: string): Promise<void> =>
  within.getByText(text, { exact: true }).waitFor();

inBrowser('changes by anyone appear without reloading', { as: olive }, async (browser) => {
  const { page, pageOf } = browser;
  await openLive(page, '/jobs', 'Jobs');
  const jobId = await created('Watched by two');
  await shownIn(row(page, 'Watched by two'), 'Pending');

  const other = await pageOf(marcus);
  await openLive(other, `/jobs/${jobId}`, 'Watched by two');
  await button(other, 'Assigned').click();
  await shownIn(row(page, 'Watched by two'), 'Assigned');
  await api.patch(`jobs?id=${jobId}`, { job_status: 'In Progress' });
  await shownIn(row(page, 'Watched by two'), 'In Progress');
  await button(other, 'Completed').waitFor();
  await entry(other, 'changed status from Assigned to In Progress').waitFor();

  noteUsed({ job_title: 'Typed and not lost' });
  await button(other, 'Edit').click();
  const dialog = other.getByRole('dialog', { name: 'Edit job' });
  await dialog.getByLabel('Title').fill('Typed and not lost');
  await api.put(`jobs?id=${jobId}`, { job_priority: 'Urgent' });
  await shownIn(row(page, 'Watched by two'), 'Urgent');
  await shownIn(other.locator('main'), 'Urgent');
  await expectEventually(() => dialog.getByLabel('Title').inputValue(), 'Typed and not lost');
  await button(dialog, 'Save').click();
  await dialog.getByText('This job has changed.', { exact: true }).waitFor();

  // A record deleted by someone else must not close the dialog.
  await row(page, 'Watched by two').getByRole('link').click();
  await pickAction(page, 'Delete job');
  await button(page.getByRole('dialog', { name: 'Delete this job?' }), 'Delete job').click();
  await other.getByText(/^This job is deleted\./).waitFor();
  await expectEventually(() => dialog.getByLabel('Title').inputValue(), 'Typed and not lost');
});

inBrowser('the overview and the schedule follow as well', { as: olive }, async (browser) => {
  const { page, pageOf } = browser;
  await openLive(page, '', 'Overview');
  const other = await pageOf(marcus);
  await openLive(other, '/schedule?from=2027-05-04', 'Schedule');
  const today = { scheduled_start: new Date().toISOString() };
  const jobId = await created('Planned for today', today);
  const statuses = section(page, "Today's jobs").getByRole('listitem');
  await expectEventually(() => statuses.innerText(), expect.stringMatching(/Pending\s*1/));
  await api.patch(`jobs?id=${jobId}`, { job_status: 'Assigned' });
  await expectEventually(() => statuses.innerText(), expect.stringMatching(/Assigned\s*1/));

  const unassigned = other.getByRole('region', { name: 'Unassigned' });
  const free = await created('Whoever has time');
  await shownIn(unassigned, 'Whoever has time');
  await api.put(`jobs?id=${free}`, {
    assigned_technician_id: ada,
    scheduled_start: '2027-05-04T10:00:00',
    scheduled_end: '2027-05-04T11:00:00',
  });
  await shownIn(row(other, 'Ada Byron'), 'Whoever has time');
  await expectCount(unassigned.getByText('Whoever has time'), 0);
});

inBrowser(
  'what somebody else decides on a service request shows',
  { as: olive },
  async (browser) => {
    const { page, pageOf } = browser;
    await openLive(page, '/service-requests', 'Service requests');
    const other = await pageOf(marcus);
    const declined = await givenServiceRequest(SLUG, 'The display case hums.');
    await shownIn(row(page, 'The display case hums.'), 'New');

    await openLive(other, `/service-requests/${declined}`, 'The display case hums.');
    await button(other, 'Decline').click();
    await button(other.getByRole('dialog'), 'Decline').click();
    await shownIn(row(page, 'The display case hums.'), 'Declined');

    const ofBakery = { source: 'portal', customer_id: bakery };
    const accepted = await givenServiceRequest(SLUG, COLD_ROOM, ofBakery);
    await row(page, COLD_ROOM).getByRole('link').click();
    await shownIn(page.locator('main'), 'New');
    await openLive(other, `/service-requests/${accepted}`, COLD_ROOM);
    await button(other, 'Create job').click();
    const dialog = other.getByRole('dialog');
    const location = dialog.getByRole('combobox', { name: 'Location' });
    await location.and(dialog.locator('[value^="Shop"]')).waitFor();
    await button(dialog, 'Create job').click();
    await shownIn(other.locator('main'), 'Job created');
    await shownIn(page.locator('main'), 'Job created');
    await expectCount(button(page, 'Decline'), 0);
  },
);
