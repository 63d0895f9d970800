import type { Locator, Page } from 'playwright-core';
import { aBakery, aCompany, applyManifest, givenJob, integrator } from '../test/platform';
import { button } from './controls';
import { givenPeople } from './people';
import {
  expectAccessible,
  expectCount,
  expectEventually,
  expectHeading,
  inBrowser,
} from './in-browser';

const SLUG = 'people-who-arrive';

const [olive] = givenPeople(SLUG, `Company ${SLUG}`, [{ name: 'Olive Owner', role: 'owner' }]);

const today = (): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format(new Date());

const noonToday = (): string => `${today()}T12:00:00`;

beforeAll(async () => {
  const ids = await applyManifest({
    company: aCompany(SLUG, { writes_per_day: 2_000 }),
    customers: [aBakery(SLUG)],
    inventory_locations: [
      {
        ref: 'main',
        location_name: 'Main',
        location_type: 'warehouse',
        address: '2 Main Street',
        city: 'New York',
        state: 'NY',
        zip: '10001',
      },
    ],
    inventory_items: [
      { part_number: 'F-1', part_name: 'Filter', min_stock_level: 5, stock: { main: 2 } },
      { part_number: 'F-2', part_name: 'Fan', min_stock_level: 5, stock: { main: 20 } },
    ],
    api_keys: [{ ref: 'app', name: 'App', mode: 'live', scopes: 'all' }],
  });
  const api = integrator(String(ids.api_keys['app']?.key));
  const shop = ids.customer_locations['shop'];
  for (const scheduled_start of [noonToday(), noonToday(), '2020-01-01T12:00:00']) {
    await givenJob(api, shop, 'Compressor is loud', { scheduled_start });
  }
});

const [nell] = givenPeople('newcomers', 'Newcomers', [{ name: 'Nell New', role: 'manager' }]);

const part = (page: Page, name: string): Locator =>
  page.locator('section', { has: page.getByRole('heading', { level: 2, name, exact: true }) });

const LINKS = [
  ["Today's jobs", 'Open schedule', '/schedule'],
  ['Money', 'View jobs to invoice', '/jobs?worklist=to_invoice'],
  ['Low stock', 'View all', '/inventory?low_stock=true'],
  ['Unread notices', 'View all', '/notifications'],
  ['API requests', 'Manage keys', '/api-keys'],
  ['Deliveries of the last 24 hours', 'View all deliveries', '/webhooks/deliveries'],
] as const;

inBrowser('shows what there is today, and what works of it', { as: olive }, async (browser) => {
  const { page, open } = browser;
  let isAway = true;
  await page.route('**/dashboard/api/overview/deliveries', (route) => {
    if (!isAway) return route.continue();
    const answer = { success: false, error: 'internal_error', message: 'Not now.' };
    return route.fulfill({ status: 500, json: answer });
  });
  await open('');
  await expectHeading(page, 'Overview');

  const needs = part(page, 'Needs you').getByRole('link');
  // Jobs at noon are late in the afternoon.
  await expectEventually(
    () => needs.allInnerTexts(),
    [expect.stringMatching(/^Late [13]$/), 'Below minimum 1'],
  );
  const steps = part(page, 'First steps').getByRole('listitem');
  await expectEventually(
    () =>
      steps.evaluateAll((all) => all.map((each) => each.querySelector('[role=img]')?.ariaLabel)),
    ['To do', 'Done', 'Done', 'Done', 'To do'],
  );
  await part(page, "Today's jobs")
    .getByRole('img', { name: "Today's schedule: 2 jobs of 1 row" })
    .waitFor();
  await expectEventually(
    () => part(page, 'Money').innerText(),
    expect.stringMatching(/To invoice\s*0 jobs\s*Unpaid\s*\$0\.00\s*Paid this week\s*\$0\.00/),
  );

  const statuses = part(page, "Today's jobs").getByRole('listitem');
  await expectCount(statuses, 1);
  await expectEventually(() => statuses.innerText(), expect.stringMatching(/Pending\s*2/));
  const low = part(page, 'Low stock').getByRole('listitem');
  await expectCount(low, 1);
  await expectEventually(
    () => low.innerText(),
    expect.stringMatching(/Filter\s*2 left · minimum 5/),
  );
  await part(page, 'Unread notices').getByText('Low stock: Filter').waitFor();

  const requests = part(page, 'API requests');
  await requests.getByText('3 of 2,000', { exact: true }).waitFor();
  await requests.getByRole('img', { name: /^API requests by day: Reads 0, Writes \d+$/ }).waitFor();
  await requests.getByText('Show as table').click();
  await expectCount(requests.getByRole('row'), 31);

  const deliveries = part(page, 'Deliveries of the last 24 hours');
  await deliveries.getByText("Couldn't load deliveries of the last 24 hours.").waitFor();
  await deliveries.getByText('Not now.').waitFor();
  await expectAccessible(page);
  isAway = false;
  await deliveries.getByRole('button', { name: 'Try again' }).click();
  await deliveries
    .getByRole('img', { name: 'Deliveries by hour: Succeeded 0, Failed 0, Waiting 0' })
    .waitFor();

  await statuses.getByRole('link').click();
  await page.waitForURL(
    (url) =>
      `${url.pathname}${url.search}` ===
      `/dashboard/jobs?status=Pending&scheduled_from=${today()}&scheduled_to=${today()}`,
  );
  await expectHeading(page, 'Jobs');
  await button(page, 'Scheduled: Today').waitFor();
  await expectCount(page.getByRole('link', { name: 'Compressor is loud' }), 2);
  await page.goBack();
  await expectHeading(page, 'Overview');
  for (const [name, link, to] of LINKS) {
    await part(page, name).getByRole('link', { name: link, exact: true }).click();
    await page.waitForURL(({ pathname, search }) => `${pathname}${search}` === `/dashboard${to}`);
    await page.goBack();
    await expectHeading(page, 'Overview');
  }
});

inBrowser(
  'fills test data of a new company with examples',
  { as: nell },
  async ({ page, open }) => {
    await open('');
    await part(page, 'Needs you').getByText('Nothing needs you right now.').waitFor();
    await part(page, 'Low stock').getByText('No items at or below their minimum.').waitFor();
    await part(page, 'Unread notices').getByText('No unread notices.').waitFor();
    const fill = page.getByRole('button', { name: 'Fill with example data' });
    await part(page, 'First steps').getByText('Turn on “Test data”').waitFor();
    await expectCount(fill, 0);
    await page.getByRole('switch', { name: 'Test data' }).check();
    await fill.click();
    await page.getByText('Example data added.').waitFor();
    await expectCount(fill, 0);
    await expectCount(part(page, "Today's jobs").getByText('Nothing scheduled today.'), 0);
    await expectEventually(
      () => part(page, 'Needs you').getByRole('link').allInnerTexts(),
      expect.arrayContaining(['Unassigned tomorrow 1']),
    );
    await expectAccessible(page);
  },
);
