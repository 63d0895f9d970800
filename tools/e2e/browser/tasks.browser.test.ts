import type { Locator, Page } from 'playwright-core';
import {
  applyManifest,
  givenCompany,
  givenJob,
  integrator,
  noteUsed,
  type Api,
} from '../test/platform';
import { startReceiver, type Receiver } from '../test/receiver';
import { button, field, row } from './controls';
import { expectEventually, expectHeading, inBrowser } from './in-browser';
import { givenPeople } from './people';
import { givenServiceRequest } from './service-requests';

const SLUG = 'people-with-tasks';

const [olive] = givenPeople(SLUG, `Company ${SLUG}`, [{ name: 'Olive Owner', role: 'owner' }]);

const ZONE = 'America/New_York';
const TOMORROW = new Date(Date.now() + 86_400_000).toLocaleDateString('en-CA', { timeZone: ZONE });

let api: Api;
let readOnly: Api;
let shop: number | undefined;
let receiver: Receiver;

beforeAll(async () => {
  const [company, started] = await Promise.all([givenCompany(SLUG), startReceiver(() => 404)]);
  api = company.api;
  receiver = started;
  shop = company.ids.customer_locations['shop'];
  const { api_keys: keys } = await applyManifest({
    company: { slug: SLUG },
    api_keys: [{ ref: 'reader', name: 'Reader', mode: 'live', scopes: ['jobs:write'] }],
  });
  readOnly = integrator(String(keys['reader']?.key));
});
afterAll(() => receiver.close());

/** Clicks like a person and counts it; typing and single keys are free. */
interface Hand {
  click(target: Locator): Promise<void>;
  drag(page: Page, from: Locator, to: Locator): Promise<void>;
}

const navigation = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name });

/** Begins at Overview, and fails if the hand needs more clicks. */
function task(
  name: string,
  mostClicks: number,
  run: (page: Page, hand: Hand) => Promise<void>,
): void {
  inBrowser(`${name}: at most ${mostClicks} clicks`, { as: olive }, async ({ page, open }) => {
    let clicks = 0;
    const hand: Hand = {
      async click(target) {
        clicks += 1;
        await target.click();
      },
      async drag(on, from, to) {
        clicks += 1;
        const [start, end] = [await from.boundingBox(), await to.boundingBox()];
        if (!start || !end) throw new Error('Nothing to drag is in sight.');
        await on.mouse.move(start.x + 12, start.y + start.height / 2);
        await on.mouse.down();
        await on.mouse.move(start.x + 72, end.y + 24, { steps: 4 });
        await on.mouse.up();
      },
    };
    await open('');
    await expectHeading(page, 'Overview');
    await run(page, hand);
    expect(clicks).toBeLessThanOrEqual(mostClicks);
  });
}

task('a key with two scopes, copied', 7, async (page, hand) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await hand.click(navigation(page, 'API keys'));
  await hand.click(button(page, 'New key'));
  const dialog = page.getByRole('dialog', { name: 'New key' });
  await field(dialog, 'Name').fill('ERP');
  for (const scope of ['jobs:read', 'jobs:write'])
    await hand.click(dialog.getByRole('checkbox', { name: scope, exact: true }));
  await hand.click(button(dialog, 'Create key'));
  const key = await page.getByRole('textbox', { name: 'Key' }).inputValue();
  noteUsed({ key });
  await hand.click(button(page, 'Copy'));
  await hand.click(button(page, 'Done'));
  await row(page, 'ERP').getByText('jobs:read, jobs:write').waitFor();
});

task('from a new endpoint to a resent delivery', 8, async (page, hand) => {
  await hand.click(navigation(page, 'Webhooks'));
  await hand.click(button(page, 'New endpoint'));
  const dialog = page.getByRole('dialog', { name: 'New endpoint' });
  await field(dialog, 'Address').fill(receiver.urlOf('/tasks'));
  await hand.click(dialog.getByRole('checkbox', { name: 'job.created', exact: true }));
  await hand.click(button(dialog, 'Create endpoint'));
  noteUsed({ secret: await page.getByRole('textbox', { name: 'Signing secret' }).inputValue() });
  await hand.click(button(page, 'Done'));
  await givenJob(api, shop, 'Tell the endpoint');
  const latest = page.getByRole('table', { name: 'Latest deliveries' });
  await hand.click(latest.getByRole('row', { name: 'job.created' }).getByRole('link'));
  await hand.click(button(page, 'Resend'));
  await page.getByText(/404/).first().waitFor();
});

task('a job gets another technician and time', 1, async (page, hand) => {
  const { technicians } = await applyManifest({
    company: { slug: SLUG },
    technicians: ['Grace', 'Ida'].map((first_name) => ({
      ref: first_name.toLowerCase(),
      first_name,
      last_name: 'Tasker',
      email: `${first_name.toLowerCase()}@${SLUG}.example`,
      status: 'Active',
      availability_status: 'Available',
      schedule: [1, 2, 3, 4, 5, 6, 7].map((day_of_week) => ({
        day_of_week,
        start_time: '07:00:00',
        end_time: '17:00:00',
        is_available: true,
      })),
    })),
  });
  const id = await givenJob(api, shop, 'Move me', {
    assigned_technician_id: technicians['grace'],
    scheduled_start: `${TOMORROW}T09:00:00`,
    scheduled_end: `${TOMORROW}T10:00:00`,
  });
  await page.goto(`/dashboard/schedule?from=${TOMORROW}`);
  await expectHeading(page, 'Schedule');
  const job = row(page, 'Grace Tasker').locator('[data-job]');
  await job.waitFor();
  await hand.drag(page, job, row(page, 'Ida Tasker'));
  await button(page, 'Undo').waitFor();
  await expectEventually(
    async () =>
      ((await api.get(`jobs?id=${id}`)).body['data'] as Record<string, unknown>)[
        'assigned_technician_name'
      ],
    'Ida Tasker',
  );
});

task('tomorrow’s two unassigned jobs get a technician', 4, async (page, hand) => {
  for (const [title, hour] of [
    ['First of two', '11'],
    ['Second of two', '13'],
  ] as const) {
    await givenJob(api, shop, title, {
      scheduled_start: `${TOMORROW}T${hour}:00:00`,
      scheduled_end: `${TOMORROW}T${hour}:30:00`,
    });
  }
  await hand.click(navigation(page, 'Schedule'));
  await hand.click(page.getByRole('checkbox', { name: 'Select all: Tomorrow' }));
  await hand.click(button(page, 'Assign 2 to…'));
  const dialog = page.getByRole('dialog', { name: 'Assign 2 jobs' });
  await expectEventually(async () => (await field(dialog, 'Technician').inputValue()) !== '', true);
  await hand.click(button(dialog, 'Assign'));
  await page.getByText(/^2 jobs assigned/).waitFor();
});

task('a customer is found by phone', 2, async (page, hand) => {
  await hand.click(button(page.getByRole('banner'), 'Search'));
  const palette = page.getByRole('dialog', { name: 'Search' });
  await palette.getByRole('combobox', { name: 'Search' }).fill('(212) 555-0102');
  await hand.click(palette.getByRole('option', { name: /^Corner Bakery/ }));
  await expectHeading(page, 'Corner Bakery');
});

task('the request of a stranger becomes a job', 6, async (page, hand) => {
  const message = 'The cellar is full of water, please come and pump it out.';
  const contact_phone = '+12125550177';
  noteUsed({ contact_phone });
  await givenServiceRequest(SLUG, message, { contact_phone });
  await hand.click(navigation(page, /^Service requests/));
  await hand.click(row(page, message).getByRole('link'));
  await hand.click(button(page, 'New customer and job'));
  const customer = page.getByRole('dialog', { name: 'New customer' });
  await field(customer, 'Street').fill('9 High Street');
  await field(customer, 'City').fill('New York');
  await field(customer, 'State').fill('NY');
  await field(customer, 'ZIP').fill('10001');
  await hand.click(button(customer, 'Create customer'));
  const job = page.getByRole('dialog', { name: 'Create job' });
  await expectEventually(() => field(job, 'Customer').inputValue(), 'Vera Visitor');
  await hand.click(button(job, 'Create job'));
  await page.getByText('Job created', { exact: true }).waitFor();
});

task('from a notice to its action', 2, async (page, hand) => {
  await givenServiceRequest(SLUG, 'Please look at the pump, it makes a terrible noise.');
  await hand.click(page.getByRole('button', { name: /^Notifications, [1-9]\d* unread$/ }));
  const newest = page.getByRole('list', { name: 'Newest notifications' });
  await hand.click(newest.getByRole('link').first());
  await page.waitForURL(/\/service-requests\/\d+$/);
});

task('to the test data and back on the same page', 2, async (page, hand) => {
  await page.goto('/dashboard/customers');
  await expectHeading(page, 'Customers');
  const choice = page.getByRole('switch', { name: 'Test data' });
  await hand.click(choice);
  await page.getByText('You are viewing test data.').waitFor();
  await expectHeading(page, 'Customers');
  await hand.click(choice);
  await page.getByText('You are viewing test data.').waitFor({ state: 'detached' });
  await expectHeading(page, 'Customers');
});

task('why a request was refused', 2, async (page, hand) => {
  expect((await readOnly.get('customers')).status).toBe(403);
  await hand.click(navigation(page, 'Request log'));
  const refused = row(page, 'insufficient_scope');
  await expectEventually(async () => {
    if ((await refused.count()) === 0) await page.reload();
    return (await refused.count()) > 0;
  }, true);
  await hand.click(refused.getByRole('link').first());
  await page
    .getByText(/lacks customers:read/)
    .first()
    .waitFor();
});
