import type { Locator, Page } from 'playwright-core';
import { eventually } from '@svc/testing';
import {
  applyManifest,
  GENEROUS_LIMITS,
  givenCompany,
  givenJob,
  noteUsed,
  runFile,
} from '../test/platform';
import { startReceiver, type Receiver } from '../test/receiver';
import { button, columns, field } from './controls';
import { givenPeople, type PersonAccount } from './people';
import { givenServiceRequest } from './service-requests';
import {
  DIALOG,
  expectAccessible,
  expectAllByTab,
  expectEventually,
  expectFits,
  expectHeading,
  inBrowser,
} from './visit';

const SLUG = 'people-with-dialogs';
const COMPANY = `Company ${SLUG}`;

const [olive, max] = givenPeople(SLUG, COMPANY, [
  { name: 'Olive Owner', role: 'owner' },
  { name: 'Max Manager', role: 'manager' },
]);

/** A record of the kind that the page is about. */
type Kind =
  'job' | 'customer' | 'asset' | 'item' | 'technician' | 'request' | 'endpoint' | 'delivery';

interface PageWithDialogs {
  /** The page's heading. */
  readonly name: string;
  readonly path: string;
  readonly of?: Kind;
  /** The buttons that open a dialog. */
  readonly opens?: readonly string[];
  /** The fields that offer something to choose from. */
  readonly offers?: readonly string[];
  /** The columns of its table. */
  readonly shows?: readonly string[];
}

/** Every page with a dialog or a choice, and every page that is opened from another one. */
const PAGES: readonly PageWithDialogs[] = [
  { name: 'Schedule', path: '/schedule?from=2027-03-02', opens: ['Reschedule'] },
  { name: 'Jobs', path: '/jobs', opens: ['New job'], offers: ['Status', 'Priority', 'Technician'] },
  {
    name: 'Job',
    path: '/jobs',
    of: 'job',
    opens: ['Edit', 'Delete job', 'Edit skills', 'Edit parts', 'New invoice', 'Record payment'],
  },
  { name: 'Customers', path: '/customers', opens: ['New customer'] },
  {
    name: 'Customer',
    path: '/customers',
    of: 'customer',
    opens: ['Edit', 'Remove customer', 'Add location'],
  },
  {
    name: 'Assets',
    path: '/assets',
    opens: ['New asset', 'New type'],
    offers: ['Status', 'Type'],
  },
  {
    name: 'Asset',
    path: '/assets',
    of: 'asset',
    opens: [
      'Edit',
      'Transfer',
      'Delete asset',
      'Add service record',
      'Add meter',
      'Edit meter',
      'Add reading',
    ],
  },
  { name: 'Inventory', path: '/inventory', opens: ['New item'] },
  {
    name: 'Item',
    path: '/inventory',
    of: 'item',
    opens: ['Edit', 'Adjust stock', 'Transfer stock'],
    offers: ['Transaction'],
  },
  {
    name: 'Inventory locations',
    path: '/inventory/locations',
    opens: ['New location', 'Edit Main warehouse'],
  },
  { name: 'Suppliers', path: '/inventory/suppliers', opens: ['New supplier', 'Edit Parts & Co'] },
  { name: 'Technicians', path: '/technicians', opens: ['New technician'], offers: ['Status'] },
  { name: 'Technician', path: '/technicians', of: 'technician', opens: ['Edit'] },
  { name: 'Service requests', path: '/service-requests', offers: ['Status'] },
  {
    name: 'Service request',
    path: '/service-requests',
    of: 'request',
    opens: ['Create job', 'Decline'],
  },
  {
    name: 'Webhooks',
    path: '/webhooks',
    opens: ['New endpoint'],
    shows: ['Endpoint', 'Events', 'Status', 'Last delivery'],
  },
  {
    name: 'Endpoint',
    path: '/webhooks',
    of: 'endpoint',
    opens: ['Turn off', 'New secret', 'Edit', 'Delete endpoint'],
  },
  {
    name: 'Deliveries',
    path: '/webhooks/deliveries',
    opens: ['Resend failed'],
    offers: ['Endpoint', 'Event', 'Status'],
    shows: ['Event', 'Endpoint', 'Status', 'Response', 'Attempts', 'Time'],
  },
  { name: 'Delivery', path: '/webhooks/deliveries', of: 'delivery' },
  {
    name: 'API keys',
    path: '/api-keys',
    opens: ['New key', 'Edit scopes', 'Revoke key'],
    shows: ['Name', 'Key', 'Scopes', 'Last used', 'Created'],
  },
  { name: 'Request log', path: '/request-log', offers: ['Key', 'Method', 'Status', 'Error'] },
  { name: 'Activity', path: '/activity', offers: ['Person', 'Kind'] },
  { name: 'Team', path: '/team', opens: ['Invite', 'Change role', 'Remove', 'Withdraw'] },
  {
    name: 'Settings',
    path: '/settings',
    opens: ['Set up two-step verification', 'Sign out other sessions'],
    offers: ['Time zone', 'Country'],
  },
];

let receiver: Receiver;
let ids: Readonly<Record<Kind, unknown>>;

beforeAll(async () => {
  receiver = await startReceiver();
  ids = await givenRecords();
});
afterAll(() => receiver?.close());

/** One record of each kind that a dialog is about. */
async function givenRecords(): Promise<typeof ids> {
  const { api, ids: given } = await givenCompany(SLUG);
  const [shop, ada] = [given.customer_locations['shop'], given.technicians['ada']];
  const more = await applyManifest({
    company: {
      slug: SLUG,
      name: COMPANY,
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
  const ask = await askingAs(olive);
  const [item, main] = [more.inventory_items['belt'], more.inventory_locations['main']];
  const { endpoint_id: endpoint } = await ask('POST', 'webhooks/endpoints', {
    url: receiver.urlOf('/dialogs'),
    events: ['job.created'],
  });
  const job = await givenJob(api, shop, 'Replace the belt', {
    assigned_technician_id: ada,
    scheduled_start: '2027-03-02T09:00:00',
    scheduled_end: '2027-03-02T10:30:00',
  });
  await ask('PUT', `jobs/${job}/requirements`, {
    expected_version: 1,
    required_skills: [{ skill_name: 'Refrigeration', skill_level: 2 }],
    required_parts: [{ item_id: item, location_id: main, quantity: 1 }],
  });
  const invoice = { total_cents: 1_000, currency: 'USD', idempotency_key: 'one' };
  await ask('POST', `jobs/${job}/invoices`, invoice);
  await ask('POST', 'team/invitations', { email: `iris@${SLUG}.example`, role: 'manager' });
  const delivery = await eventually(async () => {
    const [first] = (await ask('GET', 'webhooks/deliveries')) as unknown as Answered[];
    expect(first).toBeDefined();
    return first?.['delivery_id'];
  });
  return {
    job,
    customer: given.customers['bakery'],
    asset: more.assets['pump'],
    item,
    technician: ada,
    request: await givenServiceRequest(SLUG, 'The display case hums.\nIt began on Monday.'),
    endpoint,
    delivery,
  };
}

type Answered = Readonly<Record<string, unknown>>;

/** Asks the dashboard's server as somebody in a browser of their own. */
async function askingAs({ email, password }: PersonAccount) {
  const { gateway } = runFile();
  const send = (method: string, path: string, cookie: string, data?: object) =>
    fetch(`${gateway}/dashboard/api/${path}`, {
      method,
      headers: { 'origin': gateway, 'content-type': 'application/json', cookie },
      ...(data && { body: JSON.stringify(data) }),
    });
  const { headers } = await send('POST', 'session', '', { email, password });
  const cookie = headers.getSetCookie().map((each) => each.split(';', 1)[0]);
  return async (method: string, path: string, data?: object): Promise<Answered> => {
    const answer = await send(method, path, cookie.join('; '), data);
    expect([path, answer.ok]).toEqual([path, true]);
    return ((await answer.json()) as { data: Answered }).data;
  };
}

/** Of the hundreds of time zones and countries, each costs as much to look at as a whole dialog. */
const FURTHER_OPTIONS = ['[role="option"]:nth-child(n + 21)'];

const expectFocus = (element: Locator): Promise<void> =>
  expectEventually(() => element.evaluate((it) => it === document.activeElement), true);

/** Waits until neither the dialog nor its page is wider than a small window. */
async function expectFitsSmall(page: Page): Promise<void> {
  const size = page.viewportSize();
  await page.setViewportSize({ width: 360, height: 740 });
  await expectFits(page);
  await expectEventually(
    () => page.locator(DIALOG).evaluate((it) => it.scrollWidth - it.clientWidth),
    0,
  );
  if (size) await page.setViewportSize(size);
}

/** Closes what a field offers, and then the dialog. */
const closeByKeyboard = (page: Page): Promise<void> =>
  eventually(async () => {
    await page.keyboard.press('Escape');
    expect(await page.locator(DIALOG).count()).toBe(0);
  });

describe.each(PAGES)('$name', ({ name, path, of, opens = [], offers = [], shows }) => {
  inBrowser(
    'is worked by keyboard, and its dialogs and choices are open to everyone',
    { as: olive },
    async ({ page, open }) => {
      await open(of ? `${path}/${ids[of]}` : path);
      await expectHeading(page, name);
      const main = page.locator('main');
      if (shows) await expectEventually(() => columns(page), [...shows]);
      if (of) {
        await main.locator('dl').first().waitFor();
        await expectAccessible(page);
        await expectAllByTab(page, 'main');
      }

      for (const opened of opens) {
        const opener = button(main, opened).first();
        await opener.focus();
        await page.keyboard.press('Enter');
        await page.locator(DIALOG).waitFor();
        await expectAccessible(page, DIALOG);
        await expectAllByTab(page, DIALOG);
        await expectFitsSmall(page);
        await closeByKeyboard(page);
        await expectFocus(opener);
      }

      for (const label of offers) {
        const choice = field(main, label);
        await choice.focus();
        await page.keyboard.press('ArrowDown');
        const offered = page.getByRole('listbox', { name: label, exact: true });
        await offered.getByRole('option').first().waitFor();
        await expectAccessible(page, '[role="listbox"]', FURTHER_OPTIONS);
        await page.keyboard.press('Escape');
        await offered.waitFor({ state: 'hidden' });
        await expectFocus(choice);
      }
    },
  );
});

inBrowser('dialogs that follow each other lead back to the button', { as: max }, async (visit) => {
  const { page, open } = visit;
  await open('/api-keys');
  const opener = button(page, 'New key');
  await opener.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'New key' });
  await expectFocus(field(dialog, 'Name'));
  await page.keyboard.type('Left alone');
  await page.keyboard.press('Escape');
  await expectFocus(button(page, 'Stay'));
  await expectAccessible(page, DIALOG);
  await page.keyboard.press('Enter');
  await button(page, 'Stay').waitFor({ state: 'detached' });
  await expectFocus(field(dialog, 'Name'));

  await dialog.getByRole('checkbox', { name: 'jobs:read', exact: true }).focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');
  await page.getByText('You will not see this key again.').waitFor();
  noteUsed({ key: await page.getByRole('textbox', { name: 'Key' }).inputValue() });
  await expectAccessible(page, DIALOG);
  await button(page, 'Done').focus();
  await page.keyboard.press('Enter');
  await expectFocus(opener);
});

inBrowser('what is refused leaves the focus in the dialog', { as: max }, async (visit) => {
  const { page, open } = visit;
  await open('/jobs');
  await page.getByRole('link', { name: 'Replace the belt' }).press('Enter');
  await expectHeading(page, 'Job');
  await expectFocus(page.getByRole('heading', { level: 1 }));
  await button(page, 'Edit').press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Edit job' });
  await field(dialog, 'Title').fill('Replace both belts');
  // Away, and no field is wrong.
  await page.context().setOffline(true);
  await button(dialog, 'Save').press('Enter');
  await dialog.getByRole('alert').waitFor();
  await expectFocus(button(dialog, 'Save'));
  await page.context().setOffline(false);
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await expectFocus(button(page, 'Edit'));
});
