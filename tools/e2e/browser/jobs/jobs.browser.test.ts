import type { Locator, Page } from 'playwright-core';
import { givenCompany, givenJob, noteUsed, type Api } from '../../test/platform';
import {
  button,
  choose,
  clickForTab,
  columns,
  entry,
  pickAction,
  row,
  section,
  unreachable,
} from '../controls';
import { givenPeople } from '../people';
import {
  dropResponses,
  expectAccessible,
  expectCount,
  expectEventually,
  expectFits,
  expectHeading,
  inBrowser,
} from '../in-browser';

const SLUG = 'people-with-jobs';

const [olive, marcus] = givenPeople(SLUG, `Company ${SLUG}`, [
  { name: 'Olive Owner', role: 'owner' },
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

const read = async (jobId: number): Promise<Record<string, unknown>> =>
  (await api.get(`jobs?id=${jobId}`)).body['data'] as Record<string, unknown>;

const main = (page: Page): Locator => page.locator('main');

inBrowser('lists jobs by filters that live in the address', { as: olive }, async (browser) => {
  const { page, open } = browser;
  const on = await created('Repair the oven', { job_priority: 'Urgent' });
  await api.patch(`jobs?id=${on}`, { job_status: 'Assigned' });
  for (let n = 1; n <= 26; n += 1) await created(`Inspection ${n} of 26`, { job_priority: 'Low' });

  await open('/jobs');
  await expectHeading(page, 'Jobs');
  await expectEventually(
    () => columns(page),
    ['Job', 'Status', 'Priority', 'Customer', 'Technician', 'Scheduled', 'Updated'],
  );
  await choose(page, 'Priority', '', 'Low');
  await page.waitForURL(/priority=Low/);
  await page.getByText('1–25 of 26').waitFor();
  await button(page, 'Page 2').click();
  await row(page, 'Inspection 1 of 26').waitFor();
  await page.reload();
  await row(page, 'Inspection 1 of 26').waitFor();

  await created('Ada inspects', { assigned_technician_id: ada });
  await open('/jobs');
  await choose(page.locator('main'), 'Technician', 'byron', 'Ada Byron');
  await page.waitForURL(/assigned_technician_id=\d+/);
  await expectCount(page.getByRole('row'), 2);
  await page.getByRole('link', { name: 'Ada inspects' }).waitFor();

  await open('/jobs?priority=Low&page=9');
  await page.getByText('This page is empty now.').waitFor();
  await button(page, 'Go to the last page').click();
  await page.waitForURL(/priority=Low&page=2/);
  await row(page, 'Inspection 1 of 26').waitFor();

  await open('/jobs?status=Assigned&priority=Urgent');
  await row(page, 'Repair the oven').waitFor();
  await expectCount(page.getByRole('row'), 2);
  await page.getByRole('link', { name: 'Repair the oven' }).click();
  await expectHeading(page, 'Repair the oven');
  await page.goBack();
  await row(page, 'Repair the oven').waitFor();

  await open('/jobs?status=Closed');
  await page.getByText('No jobs match these filters.').waitFor();
  await button(page, 'Clear filters').click();
  await row(page, 'Inspection 26 of 26').waitFor();
});

inBrowser('finds, sorts and opens jobs from the list', { as: marcus }, async (browser) => {
  const { page, open } = browser;
  await created('Sorted first', { job_priority: 'Urgent', scheduled_start: '2099-12-02T08:00:00' });
  await created('Sorted later', { job_priority: 'Low', scheduled_start: '2099-12-03T08:00:00' });
  await open('/jobs?scheduled_from=2099-12-01');
  const titles = () => page.getByRole('row').getByRole('link').allTextContents();
  const sorted = [/Sorted first$/, /Sorted later$/].map((each) => expect.stringMatching(each));
  const scheduled = page.getByRole('columnheader', { name: 'Scheduled' });
  await button(page, 'Scheduled').click();
  await page.waitForURL(/sort=scheduled_start/);
  await expectEventually(() => scheduled.getAttribute('aria-sort'), 'ascending');
  await expectEventually(titles, sorted);
  await button(page, 'Scheduled').click();
  await page.waitForURL(/sort=-scheduled_start/);
  await expectEventually(titles, sorted.toReversed());
  await button(page, 'Priority').click();
  await page.waitForURL(/sort=-job_priority/);
  await expectEventually(titles, sorted);

  // The whole row is one link.
  const priority = row(page, 'Sorted first').getByText('Urgent');
  expect(await clickForTab(priority, { force: true })).toMatch(/\/jobs\/\d+$/);

  await open('/jobs');
  const worklists = page.getByRole('group', { name: 'Worklists' });
  await worklists.getByRole('link', { name: /^Unscheduled (99\+|\d+)$/ }).click();
  await page.waitForURL(/worklist=unscheduled/);
  await expectCount(row(page, 'Sorted first'), 0);
  await worklists.getByRole('link', { name: 'All' }).click();
  const search = page.getByRole('searchbox', { name: 'Search' });
  await search.fill('sorted first');
  await page.waitForURL(/search=sorted/);
  await expectEventually(titles, sorted.slice(0, 1));

  await button(page, 'Scheduled: Any day').click();
  await button(page, 'Today').click();
  await page.waitForURL(/scheduled_from=\d{4}-\d\d-\d\d/);
  await page.getByText('No jobs match these filters.').waitFor();
  await page.keyboard.press('Escape');
  await expectAccessible(page);
});

inBrowser('Ctrl+K opens what it finds, pages and dialogs', { as: olive }, async (browser) => {
  const { page, open } = browser;
  const jobId = await created('Palette plumbing');
  await open('/settings');
  await expectHeading(page, 'Settings');
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Search' });
  const input = palette.getByRole('combobox', { name: 'Search' });
  await input.fill('palette plumbing');
  const selected = palette.locator('[data-selected]');
  await selected.filter({ hasText: 'Palette plumbing' }).waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await page.waitForURL(new RegExp(`/jobs/${jobId}$`));
  // The page's heading takes the focus.
  await expectHeading(page, 'Palette plumbing');

  await button(page.getByRole('banner'), 'Search').click();
  const active = async () =>
    palette.locator(`[id="${await input.getAttribute('aria-activedescendant')}"]`).innerText();
  await input.fill('s');
  await expectEventually(active, expect.stringMatching(/^Schedule/));
  await page.keyboard.press('ArrowDown');
  await expectEventually(active, expect.stringMatching(/^Suppliers/));

  await input.fill('request l');
  await selected.filter({ hasText: 'Request log' }).waitFor();
  await page.keyboard.press('Enter');
  await expectHeading(page, 'Request log');

  await page.keyboard.press('Shift+?');
  const keys = page.getByRole('dialog', { name: 'Keys' });
  await keys.getByText('Show these keys').waitFor();
  await page.keyboard.press('Escape');
  await keys.waitFor({ state: 'detached' });

  await page.setViewportSize({ width: 390, height: 844 });
  await button(page.getByRole('banner'), 'Search').click();
  await input.waitFor();
  await expectFits(page);

  await input.fill('+12125550102');
  await palette.getByRole('option', { name: /^Corner Bakery.*\(212\) 555-0102/ }).waitFor();
  await palette.getByRole('option', { name: /^New job for / }).click();
  const dialog = page.getByRole('dialog', { name: 'New job' });
  await expectEventually(() => dialog.getByLabel('Customer').inputValue(), 'Corner Bakery');
});

inBrowser(
  'a phone has customer and time before the rest',
  { as: olive, width: 390 },
  async (browser) => {
    const { page, open } = browser;
    await open(`/jobs/${await created('Seen on the road')}`);
    await expectHeading(page, 'Seen on the road');
    const top = async (shown: Locator): Promise<number> => (await shown.boundingBox())?.y ?? NaN;
    const order = await Promise.all(
      [
        button(page, 'Edit'),
        main(page).getByText('Customer', { exact: true }),
        main(page).getByText('Scheduled', { exact: true }),
        page.getByRole('heading', { name: 'Description' }),
      ].map(top),
    );
    expect(order).toEqual(order.toSorted((one, other) => one - other));
  },
);

inBrowser('asks before a move that no other follows', { as: marcus }, async ({ page, open }) => {
  const jobId = await created('Cancel this by mistake');
  await open(`/jobs/${jobId}`);
  await button(page, 'Cancelled').click();
  const dialog = page.getByRole('dialog', { name: 'Move this job to Cancelled?' });
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expect(await read(jobId)).toMatchObject({ job_status: 'Pending' });

  await button(page, 'Cancelled').click();
  await button(dialog, 'Move to Cancelled').click();
  await main(page).getByText('Cancelled', { exact: true }).first().waitFor();
  expect(await read(jobId)).toMatchObject({ job_status: 'Cancelled' });
});

inBrowser(
  'a title, a customer and a technician are shown whole at 1024',
  { as: olive, width: 1024 },
  async ({ page, open }) => {
    const title = 'Maintenance of the make-up unit';
    await created(title);
    await open('/jobs');
    const cells = row(page, title).locator('[data-one-line] > div');
    await expectCount(cells, 3);
    const isCut = (cell: Element): boolean =>
      cell.scrollWidth > cell.clientWidth || cell.scrollHeight > cell.clientHeight;
    for (const cell of await cells.all()) {
      await expectEventually(() => cell.evaluate(isCut), false);
    }
    await expectFits(page);
  },
);

inBrowser('a title without a break leaves room for all columns', { as: olive }, async (browser) => {
  const { page, open } = browser;
  const title = 'Unbreakable_'.repeat(8);
  await created(title);
  await open('/jobs');
  await row(page, title).waitFor();
  const table = page.getByRole('table', { name: 'Jobs' });
  const overhang = () =>
    table.evaluate(({ parentElement: frame }) =>
      frame ? frame.scrollWidth - frame.clientWidth : undefined,
    );
  await expectEventually(overhang, 0);
});

inBrowser('has a button for each allowed move', { as: marcus }, async ({ page, open }) => {
  const jobId = await created('Walk through the statuses');
  await open(`/jobs/${jobId}`);
  const all = ['Pending', 'Assigned', 'In Progress', 'On Hold', 'Completed', 'Cancelled'];
  const offered = async () => {
    const shown = await Promise.all(all.map((name) => button(page, name).count()));
    return all.filter((_, n) => shown[n] === 1);
  };
  await button(page, 'Assigned').waitFor();
  await expectEventually(offered, ['Assigned', 'Cancelled']);
  await button(page, 'Assigned').click();
  await button(page, 'In Progress').waitFor();
  await expectEventually(offered, ['Pending', 'In Progress', 'On Hold', 'Cancelled']);
  await button(page, 'In Progress').click();
  await button(page, 'Completed').click();
  await main(page).getByText('Completed', { exact: true }).first().waitFor();
  await button(page, 'Invoiced').waitFor();
  await expectEventually(offered, []);
  expect(await read(jobId)).toMatchObject({ job_status: 'Completed', version: 4 });
  await entry(page, 'Marcus Manager changed status from In Progress to Completed').waitFor();
});

inBrowser('is assigned and rescheduled on its page', { as: olive }, async ({ page, open }) => {
  const jobId = await created('Planned on its page');
  await open(`/jobs/${jobId}`);
  await button(page, 'Assign').click();
  const assign = page.getByRole('dialog', { name: 'Assign job' });
  await choose(assign, 'Technician', 'ada', 'Ada Byron');
  await button(assign, 'Assign').click();
  await page.locator('dl').getByRole('link', { name: 'Ada Byron' }).waitFor();
  expect(await read(jobId)).toMatchObject({ job_status: 'Assigned' });
  await expectCount(button(page, 'Assign'), 0);

  await button(page, 'Reschedule').click();
  const reschedule = page.getByRole('dialog', { name: 'Reschedule' });
  await reschedule.getByLabel('Scheduled start').fill('2027-08-04T09:30');
  await button(reschedule, 'Save').click();
  await page.locator('dl').getByText('Aug 4, 2027').waitFor();

  await page.locator('dl').getByRole('link', { name: 'Ada Byron' }).click();
  await expectHeading(page, 'Ada Byron');
  await expectEventually(() => page.title(), `Ada Byron · Technician ${ada} · Company ${SLUG}`);
  await section(page, 'Today').getByText('Nothing scheduled today.').waitFor();
});

inBrowser('Edit says that somebody was sooner, and keeps both', { as: olive }, async (browser) => {
  const { page, open } = browser;
  const jobId = await created('Edited by two');
  noteUsed({ job_title: 'Edited by Olive' });
  await open(`/jobs/${jobId}`);
  await button(page, 'Edit').click();
  const dialog = page.getByRole('dialog', { name: 'Edit job' });
  await dialog.getByLabel('Title').fill('Edited by Olive');
  await api.put(`jobs?id=${jobId}`, { job_description: 'Somebody else has described it anew.' });
  await button(dialog, 'Save').click();

  await dialog.getByText('This job has changed.', { exact: true }).waitFor();
  await dialog.getByText(/^Fields you did not edit now show the latest values\./).waitFor();
  await expectEventually(() => dialog.getByLabel('Title').inputValue(), 'Edited by Olive');
  await expectEventually(
    () => dialog.getByLabel('Description').inputValue(),
    'Somebody else has described it anew.',
  );
  await button(dialog, 'Save').click();
  await dialog.waitFor({ state: 'detached' });
  expect(await read(jobId)).toMatchObject({
    job_title: 'Edited by Olive',
    job_description: 'Somebody else has described it anew.',
    version: 3,
  });
  await entry(page, 'Olive Owner changed title from Edited by two to Edited by Olive.').waitFor();
  await entry(page, 'described it anew').getByText('Full').waitFor();
});

inBrowser('Delete job asks, and Restore job brings it back', { as: marcus }, async (browser) => {
  const { page, open } = browser;
  const jobId = await created('Deleted for a while');
  await open(`/jobs/${jobId}`);
  await pickAction(page, 'Delete job');
  const dialog = page.getByRole('dialog', { name: 'Delete this job?' });
  await dialog.getByText(/You can restore it later/).waitFor();
  expect((await api.get(`jobs?id=${jobId}`)).status).toBe(200);
  await button(dialog, 'Delete job').click();
  await button(page, 'Restore job').waitFor();
  expect((await api.get(`jobs?id=${jobId}`)).status).toBe(404);
  for (const name of ['Edit', 'Assigned', 'New invoice', 'More actions']) {
    await expectCount(button(page, name), 0);
  }

  await page.getByRole('navigation').getByRole('link', { name: 'Jobs' }).click();
  await page.getByLabel('Deleted').check();
  await page.waitForURL(/deleted=true/);
  await page.getByRole('link', { name: 'Deleted for a while' }).click();
  await button(page, 'Restore job').click();
  await button(page, 'Assigned').waitFor();
  expect((await api.get(`jobs?id=${jobId}`)).status).toBe(200);

  const logged = await page.request.get('/dashboard/api/activity?kind=deletion');
  const { data } = (await logged.json()) as { data: { who: string; what: string }[] };
  expect(data.slice(0, 2).map(({ who, what }) => `${who}: ${what}`)).toEqual([
    `Marcus Manager: Restored the job ${jobId}, Deleted for a while`,
    `Marcus Manager: Deleted the job ${jobId}, Deleted for a while`,
  ]);
});

inBrowser('New invoice charges, and Record payment pays once', { as: olive }, async (browser) => {
  const { page, open } = browser;
  const jobId = await created('Charged for');
  noteUsed({ reference: 'Check 4711' });
  await open(`/jobs/${jobId}`);
  const invoices = section(page, 'Invoices');
  await button(invoices, 'New invoice').click();
  const invoice = page.getByRole('dialog', { name: 'New invoice' });
  await button(invoice, 'Create invoice').click();
  await invoice.getByText('Enter a total.').waitFor();
  await invoice.getByLabel('Total').fill('1234.50');
  await dropResponses(page, '**/invoices', async () => {
    await button(invoice, 'Create invoice').click();
    await unreachable(invoice).waitFor();
  });
  await button(invoice, 'Create invoice').click();
  await invoice.waitFor({ state: 'detached' });
  await invoices.getByText('$1,234.50').waitFor();

  await button(invoices, 'Record payment').click();
  const payment = page.getByRole('dialog', { name: /^Payment for INV-/ });
  await payment.getByLabel('Amount').fill('2000');
  await button(payment, 'Record payment').click();
  await payment.getByText(/^Amount is more than the 123450 cents/).waitFor();
  await payment.getByLabel('Amount').fill('1000');
  await payment.getByLabel('Reference').fill('Check 4711');
  await dropResponses(page, '**/payments', async () => {
    await button(payment, 'Record payment').click();
    await unreachable(payment).waitFor();
  });
  await button(payment, 'Record payment').click();
  await payment.waitFor({ state: 'detached' });
  await invoices.getByText(/Check 4711/).waitFor();
  await expectCount(invoices.getByText('$1,000.00'), 2);
  await button(invoices, 'Record payment').click();
  await expectEventually(() => payment.getByLabel('Amount').inputValue(), '234.50');
  await button(payment, 'Record payment').click();
  await row(page, 'INV-').getByText('Paid', { exact: true }).first().waitFor();
  await expectCount(button(invoices, 'Record payment'), 0);
});

inBrowser('a job that is not there says so', { as: olive }, async ({ page, open }) => {
  await open('/jobs/987654321');
  await page.getByText('Job not found.').waitFor();
});
