import { eventually } from '@svc/testing';
import { aJob, applyManifest, GENEROUS_LIMITS, givenCompany, runFile } from '../test/platform';
import { startReceiver, type Receiver } from '../test/receiver';
import { button, field } from './controls';
import { givenPeople } from './people';
import { expectAccessible, expectCount, expectHeading, inBrowser, overhang } from './visit';

/** Every page with a link in the navigation, by the contract's names and addresses. */
const PAGES = [
  { name: 'Overview', path: '' },
  { name: 'Schedule', path: '/schedule' },
  { name: 'Jobs', path: '/jobs' },
  { name: 'Customers', path: '/customers' },
  { name: 'Assets', path: '/assets' },
  { name: 'Inventory', path: '/inventory' },
  { name: 'Technicians', path: '/technicians' },
  { name: 'Service requests', path: '/service-requests' },
  { name: 'Notifications', path: '/notifications' },
  { name: 'Webhooks', path: '/webhooks' },
  { name: 'Deliveries', path: '/webhooks/deliveries' },
  { name: 'API keys', path: '/api-keys' },
  { name: 'Request log', path: '/request-log' },
  { name: 'Activity', path: '/activity' },
  { name: 'Team', path: '/team' },
  { name: 'Settings', path: '/settings' },
] as const;

const WIDTHS = [360, 1024, 1440];

/** Would be run or drawn by a page that takes a name for markup. */
const MARKUP = `<img src=x onerror="document.title='run'"><b>bold</b>&amp;`;

const [owner] = givenPeople('pages-of-markup', `Comfort ${MARKUP}`, [
  { name: `Olive ${MARKUP}`, role: 'owner' },
]);

/** All that holds for every page, in one visit: opening a page is what takes time. */
describe.each(PAGES)('$name', ({ name, path }) => {
  inBrowser(
    'has its title, heading and link, shows names as written, is open to everyone, and fits',
    { as: owner },
    async ({ page, open }) => {
      await open(path);
      await expectHeading(page, name);
      expect(await page.title()).toBe(`${name} · ${owner.company}`);
      expect(await page.getByRole('heading', { level: 1 }).allTextContents()).toEqual([name]);
      const link = page.getByRole('navigation').getByRole('link', { name, exact: true });
      expect(new URL(await link.evaluate((it: HTMLAnchorElement) => it.href)).pathname).toBe(
        `/dashboard${path}`,
      );
      expect(await link.getAttribute('aria-current')).toBe('page');

      await page.getByText(owner.company, { exact: true }).first().waitFor();
      await page.getByText(owner.name, { exact: true }).first().waitFor();
      await expectCount(page.locator('img, b'), 0);

      await expectAccessible(page);

      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        await eventually(async () => expect([width, await overhang(page)]).toEqual([width, 0]));
      }
    },
  );
});

/** All dialogs but those that belong to a flow, by the pages and the buttons that open them. */
const DIALOGS: readonly (readonly [path: string, ...buttons: string[]])[] = [
  ['/jobs', 'New job'],
  ['/jobs/JOB', 'Edit', 'Delete job', 'Edit skills', 'Edit parts', 'New invoice', 'Record payment'],
  ['/customers', 'New customer'],
  ['/customers/CUSTOMER', 'Edit', 'Remove customer', 'Add location'],
  ['/assets', 'New asset', 'New type'],
  [
    '/assets/ASSET',
    'Edit',
    'Transfer',
    'Delete asset',
    'Add service record',
    'Add meter',
    'Edit meter',
    'Add reading',
  ],
  ['/inventory', 'New item'],
  ['/inventory/ITEM', 'Adjust stock', 'Transfer stock', 'Edit'],
  ['/inventory/locations', 'New location', 'Edit Main warehouse'],
  ['/inventory/suppliers', 'New supplier', 'Edit Parts & Co'],
  ['/technicians', 'New technician'],
  ['/technicians/TECHNICIAN', 'Edit'],
  ['/webhooks', 'New endpoint'],
  ['/webhooks/ENDPOINT', 'Edit', 'New secret', 'Turn off', 'Delete endpoint'],
  ['/webhooks/deliveries', 'Resend failed'],
  ['/api-keys', 'New key', 'Edit scopes', 'Revoke key'],
  ['/team', 'Invite', 'Change role', 'Remove', 'Withdraw'],
  ['/settings', 'Set up two-step verification'],
];

const OF_DIALOGS = 'every-dialog';

const [ruth] = givenPeople(OF_DIALOGS, `Company ${OF_DIALOGS}`, [
  { name: 'Ruth Owner', role: 'owner' },
]);

let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
});
afterAll(() => receiver.close());

/** One record of each kind that a dialog is about. */
async function givenRecords(
  ask: (method: string, path: string, data: object) => Promise<Record<string, unknown>>,
): Promise<Readonly<Record<string, unknown>>> {
  const { api, ids } = await givenCompany(OF_DIALOGS);
  const more = await applyManifest({
    company: {
      slug: OF_DIALOGS,
      name: `Company ${OF_DIALOGS}`,
      timezone: 'America/New_York',
      plan: 'enterprise',
      features: ['inventory'],
      limits: GENEROUS_LIMITS,
    },
    suppliers: [{ ref: 'parts', name: 'Parts & Co' }],
    inventory_locations: [
      { ref: 'main', location_name: 'Main warehouse', location_type: 'warehouse' },
    ],
    inventory_items: [{ ref: 'belt', part_number: 'B-1', part_name: 'Belt', stock: { main: 5 } }],
    asset_types: [{ ref: 'pump', name: 'Pump' }],
    assets: [
      {
        ref: 'pump',
        asset_name: 'Fire pump',
        asset_type: 'pump',
        serial_number: 'FP-1',
        meters: [{ ref: 'hours', name: 'Run hours', unit: 'h', threshold: 500 }],
      },
    ],
  });
  const made = await api.post('jobs', aJob(ids.customer_locations['shop'], 'Replace the belt'));
  const { job_id: job } = made.body['data'] as { job_id: number };
  await ask('PUT', `jobs/${job}/requirements`, {
    expected_version: 1,
    required_skills: [{ skill_name: 'Refrigeration', skill_level: 2 }],
    required_parts: [
      {
        item_id: more.inventory_items['belt'],
        location_id: more.inventory_locations['main'],
        quantity: 1,
      },
    ],
  });
  await ask('POST', `jobs/${job}/invoices`, {
    total_cents: 1_000,
    currency: 'USD',
    idempotency_key: 'one',
  });
  const endpoint = { url: receiver.urlOf('/dialogs'), events: ['job.created'] };
  const { endpoint_id } = await ask('POST', 'webhooks/endpoints', endpoint);
  await ask('POST', 'team/invitations', {
    email: `new@${OF_DIALOGS}.example`,
    role: 'manager',
  });
  return {
    JOB: job,
    CUSTOMER: ids.customers['bakery'],
    ASSET: more.assets['pump'],
    ITEM: more.inventory_items['belt'],
    TECHNICIAN: ids.technicians['ada'],
    ENDPOINT: endpoint_id,
  };
}

inBrowser('every dialog is open to everyone', { as: ruth }, async ({ page, open }) => {
  const { gateway } = runFile();
  const records = await givenRecords(async (method, path, data) => {
    const headers = { Origin: gateway };
    const answer = await page.request.fetch(`/dashboard/api/${path}`, { method, data, headers });
    expect([path, answer.ok()]).toEqual([path, true]);
    return (await answer.json()).data;
  });
  const dialog = page.getByRole('dialog');
  for (const [address, ...buttons] of DIALOGS) {
    await open(address.replace(/[A-Z]{3,}/, (name) => String(records[name])));
    for (const name of buttons) {
      await button(page.locator('main'), name).first().click();
      await dialog.waitFor();
      await expectAccessible(page, '[role="dialog"]');
      // The first one may close what a field offers.
      await eventually(async () => {
        await page.keyboard.press('Escape');
        await dialog.waitFor({ state: 'detached', timeout: 1_000 });
      });
    }
  }
  await open('/customers');
  await button(page, 'New customer').click();
  await field(dialog, 'Name').fill('Nobody yet');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor();
  await expectAccessible(page, '[role="dialog"]');
});

describe('pages of people who are not signed in', () => {
  const OPEN = [
    { name: 'Sign in', path: '/sign-in' },
    { name: 'Forgot password', path: '/forgot-password' },
    { name: 'New password', path: '/reset-password#token=none' },
    { name: 'Accept invitation', path: '/accept-invitation#token=none' },
  ];

  for (const { name, path } of OPEN) {
    inBrowser(`${name} is open to everyone and fits`, { width: 360 }, async ({ page, open }) => {
      await open(path);
      await expectHeading(page, name);
      expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
      expect(await overhang(page)).toBeLessThanOrEqual(0);
      await expectAccessible(page);
    });
  }
});

describe('what is around the pages', () => {
  inBrowser('loads few scripts before the first page works', { as: owner }, async (visit) => {
    const { page, open } = visit;
    await open('');
    await expectHeading(page, 'Overview');
    const bytes = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .filter(({ name }) => name.endsWith('.js'))
        .reduce((sum, entry) => sum + (entry as PerformanceResourceTiming).encodedBodySize, 0),
    );
    expect(bytes).toBeGreaterThan(50_000);
    expect(bytes).toBeLessThanOrEqual(250 * 1_024);
  });

  inBrowser('says where there is no page', { as: owner }, async ({ page, open }) => {
    await open('/nothing-here');
    await expectHeading(page, 'Page not found');
    await page.getByRole('link', { name: 'Go to the first page' }).click();
    expect(await page.locator('nav [aria-current="page"]').count()).toBe(1);
  });

  inBrowser('keeps to the colors that were chosen', { as: owner }, async ({ page, open }) => {
    await page.emulateMedia({ colorScheme: 'light' });
    await open('/settings');
    await page.getByRole('button', { name: 'Use dark colors' }).click();
    await page.reload();
    await page.getByRole('button', { name: 'Use light colors' }).waitFor();
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.getByRole('button', { name: 'Use light colors' }).click();
    await page.getByRole('button', { name: 'Use dark colors' }).waitFor();
  });

  inBrowser('opens its navigation on a small screen', { as: owner, width: 360 }, async (visit) => {
    const { page, open } = visit;
    await open('/notifications');
    await page.getByRole('button', { name: 'Open navigation' }).click();
    await page.getByRole('link', { name: 'Settings', exact: true }).click();
    await expectHeading(page, 'Settings');
    await page.getByRole('button', { name: 'Open navigation' }).waitFor();
  });
});
