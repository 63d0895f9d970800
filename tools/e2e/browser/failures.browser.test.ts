import type { Locator, Page, Request, Route } from 'playwright-core';
import { eventually } from '@svc/testing';
import {
  aCompany,
  aHotel,
  applyManifest,
  givenCompany,
  givenJob,
  noteUsed,
  type Api,
} from '../test/platform';
import { button, choose, field, row } from './controls';
import { givenPeople } from './people';
import {
  DIALOG,
  expectAccessible,
  expectCount,
  expectEventually,
  expectHeading,
  holdAnswers,
  inBrowser,
  openLive,
} from './in-browser';

const SLUG = 'people-with-failures';

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

/** Every page with a link in the navigation, and what its failures are about. */
const PAGES: readonly (readonly [name: string, ...missing: string[]])[] = [
  [
    'Overview',
    "Today's jobs",
    'Low stock',
    'Unread notices',
    'API requests',
    'Deliveries of the last 24 hours',
  ],
  ['Schedule', 'The technicians', 'The jobs'],
  ['Jobs', 'Jobs'],
  ['Customers', 'Customers'],
  ['Assets', 'Assets'],
  ['Inventory', 'Inventory'],
  ['Technicians', 'Technicians'],
  ['Service requests', 'Service requests'],
  ['Webhooks', 'Endpoints', 'Connected through the API'],
  ['Deliveries', 'Deliveries'],
  ['API keys', 'API keys'],
  ['Request log', 'Request log'],
  ['Notifications', 'Notifications'],
  ['Activity', 'Activity'],
  ['Team', 'Team', 'Invitations'],
  ['Settings', 'The company', 'Sessions', 'The limits'],
];

/** What the page asks, but for who is signed in and what changes. */
const ASKED = /\/dashboard\/api\/(?!session$|live$)/;

const LIMIT = 'Too many requests. Wait a moment, and try again.';

/** Refused as a limit refuses: a page does not ask again by itself. */
const refuse = (route: Route): Promise<void> =>
  route.fulfill({
    status: 429,
    json: { success: false, error: 'rate_limit_exceeded', message: LIMIT, request_id: 'req_1' },
  });

/** The requests to an address that have no whole answer yet, kept up to date from now on. */
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

const failures = (page: Page): Locator => page.locator('main').getByRole('alert');

/** Presses each `Try again`; parts that ask the same are there together. */
async function tryAllAgain(page: Page): Promise<void> {
  const before = await failures(page).count();
  if (before === 0) return;
  await button(failures(page).first(), 'Try again').click();
  await eventually(async () => expect(await failures(page).count()).toBeLessThan(before));
  await tryAllAgain(page);
}

inBrowser(
  'every page says that it waits, and then what cannot be shown, until it can',
  { as: olive },
  async ({ page, open }) => {
    await open('/nothing-here');
    await expectHeading(page, 'Page not found');
    for (const [name, ...missing] of PAGES) {
      const answer = await holdAnswers(page, ASKED, refuse);
      await page.getByRole('navigation').getByRole('link', { name, exact: true }).click();
      await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
      await page.locator('main [aria-busy="true"]').first().waitFor();
      await expectCount(failures(page), 0);

      answer();
      await expectEventually(
        () => failures(page).allTextContents(),
        missing.map((what) => `${what} cannot be shown.${LIMIT}Try againRequest req_1`),
      );
      await expectCount(page.locator('main [aria-busy="true"]'), 0);
      await expectCount(page.getByRole('navigation').getByRole('link', { name, exact: true }), 1);

      await page.unroute(ASKED);
      await tryAllAgain(page);
      await expectHeading(page, name);
    }
  },
);

inBrowser(
  'says so where it is not known who is signed in',
  { as: marcus },
  async ({ page, open }) => {
    await page.route('**/dashboard/api/session', refuse);
    await open('/jobs?status=Closed');
    await page.getByRole('heading', { level: 1, name: 'Something is wrong' }).waitFor();
    await page.getByText(LIMIT).waitFor();
    await expectAccessible(page);
    await page.unroute('**/dashboard/api/session');
    await button(page, 'Try again').click();
    await expectHeading(page, 'Jobs');
    await page.getByText('Nothing fits these filters.').waitFor();
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
    await page.route('**/schedule/technicians', refuse);
    await open('/schedule?from=2027-06-02');
    await expectHeading(page, 'Schedule');
    await failures(page).getByText('The technicians cannot be shown.').waitFor();
    const unassigned = page.getByRole('region', { name: 'Unassigned' });
    await unassigned.getByText('Nobody does it yet').waitFor();
    await unassigned.getByText('Of technicians who are not shown').waitFor();
    await unassigned.getByRole('link', { name: /Ada does it/ }).waitFor();
    await expectAccessible(page);
    await page.unroute('**/schedule/technicians');
    await button(page, 'Try again').click();
    await row(page, 'Ada Byron').getByText('Ada does it').waitFor();

    await page.route(`**/jobs/${id}/history?*`, refuse);
    await open(`/jobs/${id}`);
    await expectHeading(page, 'Job');
    await failures(page).getByText('History cannot be shown.').waitFor();
    await page.getByText('No invoices yet.').waitFor();
    await button(page, 'Assigned').click();
    await button(page, 'In Progress').waitFor();
  },
);

inBrowser(
  'what is shown stays, and says that it is not up to date',
  { as: marcus },
  async ({ page }) => {
    const id = await created('Shown before it changed');
    const reads = unansweredOf(page, new RegExp(`/dashboard/api/jobs/${id}$`));
    await openLive(page, `/jobs/${id}`, 'Job');
    await page.route(`**/dashboard/api/jobs/${id}`, refuse);
    // What was asked before that is not refused, and could be answered with the change.
    await eventually(() => expect([...reads]).toEqual([]));
    await api.put(`jobs?id=${id}`, { job_priority: 'Urgent' });
    await failures(page).getByText('This job cannot be brought up to date.').waitFor();
    await page.getByText('Shown before it changed').first().waitFor();
    await page.locator('dl').getByText('Medium', { exact: true }).waitFor();
    await page.unroute(`**/dashboard/api/jobs/${id}`);
    await button(page, 'Try again').click();
    await page.locator('dl').getByText('Urgent', { exact: true }).waitFor();
    await expectCount(failures(page), 0);
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
    await expectHeading(page, 'Job');
    // All before the page can draw anything.
    await button(page, 'Assigned').evaluate((move: HTMLElement) => {
      for (let clicks = 0; clicks < 3; clicks += 1) move.click();
    });
    await page.getByText('The job is Assigned.').waitFor();
    await button(page, 'In Progress').waitFor();
    expect(moves).toBe(1);

    // One that failed can be pressed again, and says what it left as it was.
    await page.route('**/v1/jobs?*', refuse);
    await button(page, 'In Progress').click();
    await page.getByText('The job stays as it is.').waitFor();
    await page.getByText(LIMIT).waitFor();
    await page.unroute('**/v1/jobs?*');
    await button(page, 'In Progress').click();
    await page.getByText('The job is In Progress.').waitFor();
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
    // Where a read in the background found out first, the sign-in is above it by now.
    await button(dialog, 'Create job').dispatchEvent('click');
    const again = page.getByRole('dialog', { name: 'Sign in' });
    await expectEventually(() => field(again, 'E-mail').inputValue(), marcus.email);
    await expectAccessible(page, DIALOG);
    await page.keyboard.press('Escape');
    await field(again, 'Password').fill('not the password of Marcus');
    // Whoever has a mouse reaches it, too: it is above the other one.
    await button(again, 'Sign in').click();
    await again.getByText('E-mail or password is wrong.').waitFor();
    await field(again, 'Password').fill(marcus.password);
    await page.keyboard.press('Enter');
    await expectHeading(page, 'Job');
    await page.getByText(title).first().waitFor();
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
    await dialog.getByText(/skill_level must be less than or equal to 5/).waitFor();
    await expectCount(dialog.locator('[aria-invalid="true"]'), 1);
    await expectAccessible(page, DIALOG);
    await level.fill('5');
    await button(dialog, 'Create technician').click();
    await expectHeading(page, 'Technician');
    await page.getByText('Skill of kind 2, level 5').waitFor();
  },
);

inBrowser(
  'an open dialog keeps what was typed, whatever becomes of its record',
  { as: marcus },
  async ({ page, pageOf }) => {
    const manifest = await applyManifest({
      company: aCompany(SLUG),
      customers: [aHotel(SLUG)],
      asset_types: [{ ref: 'pump', name: 'Pump' }],
      assets: [{ ref: 'pump', asset_name: 'Fire pump', asset_type: 'pump', serial_number: 'FP-1' }],
    });
    const other = await pageOf(olive);
    await other.goto('/dashboard/notifications');
    const change = async (path: string): Promise<void> => {
      const answer = await other.request.post(`/dashboard/api/${path}`, {
        headers: { Origin: new URL(other.url()).origin },
        data: {},
      });
      expect([path, answer.status()]).toEqual([path, 200]);
    };
    const hotel = manifest.customers['hotel'];
    const pump = manifest.assets['pump'];
    const typed = 'Typed and not lost';
    noteUsed({ typed });
    const CASES = [
      ['Customer', `customers/${hotel}`, 'Edit', 'remove', /^This customer was removed on/],
      ['Asset', `assets/${pump}`, 'Add meter', 'delete', /^This asset is deleted:/],
    ] as const;
    for (const [heading, path, opener, fate, shown] of CASES) {
      await openLive(page, `/${path}`, heading);
      await button(page.locator('main'), opener).click();
      const dialog = page.getByRole('dialog');
      await field(dialog, 'Name').fill(typed);
      await change(`${path}/${fate}`);
      await page.getByText(shown).first().waitFor();
      await expectEventually(() => field(dialog, 'Name').inputValue(), typed);
      await page.keyboard.press('Escape');
      await button(page, 'Leave').click();
      await dialog.waitFor({ state: 'detached' });
    }
  },
);
