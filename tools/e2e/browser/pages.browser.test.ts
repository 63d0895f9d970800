import { eventually } from '@svc/testing';
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
