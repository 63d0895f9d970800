import type { Page } from 'playwright-core';
import { eventually } from '@svc/testing';
import { aCompany, aHotel, applyManifest, givenCompany, noteUsed } from '../test/platform';
import { button, field } from './controls';
import { givenPeople } from './people';
import {
  expectCount,
  expectEventually,
  expectHeading,
  holdResponses,
  inBrowser,
  openLive,
} from './in-browser';
import { findFailures, LIMIT, rejectRequest } from './refusals';

const SLUG = 'people-with-failures';

const [olive, marcus] = givenPeople(SLUG, `Company ${SLUG}`, [
  { name: 'Olive Owner', role: 'owner' },
  { name: 'Marcus Manager', role: 'manager' },
]);

beforeAll(() => givenCompany(SLUG));

const PAGES: readonly (readonly [name: string, ...missing: string[]])[] = [
  [
    'Overview',
    'everything that needs you',
    "today's jobs",
    'money',
    'low stock',
    'unread notices',
    'API requests',
    'deliveries of the last 24 hours',
  ],
  ['Schedule', 'the technicians', 'the jobs'],
  ['Jobs', 'jobs'],
  ['Customers', 'customers'],
  ['Assets', 'assets'],
  ['Inventory', 'inventory'],
  ['Technicians', 'technicians'],
  ['Service requests', 'service requests'],
  ['Webhooks', 'endpoints', 'API subscriptions'],
  ['Deliveries', 'deliveries by hour', 'deliveries'],
  ['API keys', 'API keys', 'the chart'],
  ['Request log', 'the chart', 'request log'],
  ['Notifications', 'notifications'],
  ['Activity', 'activity'],
  ['Team', 'team', 'invitations'],
  ['Settings', 'the company', 'sessions', 'the limits'],
];

/** The bell leads to the notices; the overview has cached what the schedule shows. */
const OPENED: Readonly<Record<string, string>> = {
  Notifications: '/notifications',
  Schedule: '/schedule',
};

/** All reads of a page except the session and the live channel. */
const ASKED = /\/dashboard\/api\/(?!session$|live$)/;

/** Parts that share a request recover together. */
async function tryAllAgain(page: Page): Promise<void> {
  const before = await findFailures(page).count();
  if (before === 0) return;
  await button(findFailures(page).first(), 'Try again').click();
  await eventually(async () => expect(await findFailures(page).count()).toBeLessThan(before));
  await tryAllAgain(page);
}

inBrowser(
  'every page says that it waits, and then what cannot be shown, until it can',
  { as: olive },
  async ({ page, open }) => {
    await open('/nothing-here');
    await expectHeading(page, 'Page not found');
    for (const [name, ...missing] of PAGES) {
      const answer = await holdResponses(page, ASKED, rejectRequest);
      const link = page.getByRole('navigation').getByRole('link', { name, exact: true });
      const path = OPENED[name];
      await (path ? open(path) : link.click());
      await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
      await page.locator('main [aria-busy="true"]').first().waitFor();
      await expectCount(findFailures(page), 0);

      answer();
      await expectEventually(
        () => findFailures(page).allTextContents(),
        missing.map((what) => `Couldn't load ${what}.${LIMIT}Try againRequest req_1`),
      );
      await expectCount(page.locator('main [aria-busy="true"]'), 0);
      await expectCount(link, name === 'Notifications' ? 0 : 1);

      await page.unroute(ASKED);
      await tryAllAgain(page);
      await expectHeading(page, name);
    }
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
      ['Grand Hotel', `customers/${hotel}`, 'Edit', 'remove', /^This customer was removed on/],
      ['Fire pump', `assets/${pump}`, 'Add meter', 'delete', /^This asset is deleted\./],
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
