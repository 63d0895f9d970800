import { givenPeople } from './people';
import {
  expectAccessible,
  expectAllByTab,
  expectCount,
  expectEventually,
  expectFits,
  expectHeading,
  inBrowser,
} from './visit';

interface PageOfNavigation {
  readonly name: string;
  readonly path: string;
  /** What it says where there is nothing yet. */
  readonly empty?: RegExp;
}

/** Every page with a link in the navigation, by the contract's names and addresses. */
const PAGES: readonly PageOfNavigation[] = [
  { name: 'Overview', path: '', empty: /^Plan it in the schedule/ },
  { name: 'Schedule', path: '/schedule' },
  { name: 'Jobs', path: '/jobs', empty: /^No jobs yet\. Begin with “New job”/ },
  { name: 'Customers', path: '/customers', empty: /^No customers yet\. Begin with “New customer”/ },
  { name: 'Assets', path: '/assets', empty: /^No assets yet\. / },
  { name: 'Inventory', path: '/inventory', empty: /^No items yet\. / },
  { name: 'Technicians', path: '/technicians', empty: /^No technicians yet\. / },
  { name: 'Service requests', path: '/service-requests', empty: /^No service requests yet\. / },
  { name: 'Notifications', path: '/notifications', empty: /^Nothing yet\. You are told here/ },
  { name: 'Webhooks', path: '/webhooks', empty: /^No endpoints yet\. Name an address of yours/ },
  { name: 'Deliveries', path: '/webhooks/deliveries', empty: /^Nothing was sent yet\. / },
  { name: 'API keys', path: '/api-keys', empty: /^No keys yet\. .*“New key”/ },
  { name: 'Request log', path: '/request-log', empty: /^Nothing was refused\. / },
  { name: 'Activity', path: '/activity' },
  { name: 'Team', path: '/team' },
  { name: 'Settings', path: '/settings' },
];

/** The company's, which is named once. */
const ZONE = /Eastern/;

const WIDTHS = [360, 1024, 1440];

/** Would be run or drawn by a page that takes a name for markup. */
const MARKUP = `<img src=x onerror="document.title='run'"><b>bold</b>&amp;`;

const [owner] = givenPeople('pages-of-markup', `Comfort ${MARKUP}`, [
  { name: `Olive ${MARKUP}`, role: 'owner' },
]);

/** All that holds for every page, in one visit: opening a page is what takes time. */
describe.each(PAGES)('$name', ({ name, path, empty }) => {
  inBrowser(
    'has its title, heading and link, shows names as written, is open to everyone, works by keyboard, and fits',
    { as: owner },
    async ({ page, open }) => {
      await open(path);
      await expectHeading(page, name);
      await expectEventually(() => page.title(), `${name} · ${owner.company}`);
      await expectEventually(
        () => page.getByRole('heading', { level: 1 }).allTextContents(),
        [name],
      );
      const link = page.getByRole('navigation').getByRole('link', { name, exact: true });
      await expectEventually(() => link.getAttribute('href'), `/dashboard${path}`);
      await expectEventually(() => link.getAttribute('aria-current'), 'page');

      await page.getByText(owner.company, { exact: true }).first().waitFor();
      await page.getByText(owner.name, { exact: true }).first().waitFor();
      await expectCount(page.locator('img, b'), 0);
      if (empty) await page.getByText(empty).waitFor();
      await page.getByRole('banner').getByText(ZONE).waitFor();

      await expectAccessible(page);
      await expectAllByTab(page, 'main');

      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        await expectFits(page);
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
      await expectCount(page.getByRole('heading', { level: 1 }), 1);
      await expectFits(page);
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

  inBrowser('shows a skeleton until a list is there', { as: owner }, async ({ page, open }) => {
    let answer = (): void => {};
    const held = new Promise<void>((resolve) => (answer = resolve));
    await page.route('**/dashboard/api/customers?*', async (route) => {
      await held;
      await route.continue();
    });
    await open('/customers');
    const table = page.getByRole('table', { name: 'Customers' });
    await table.and(page.locator('[aria-busy="true"]')).getByRole('row').nth(2).waitFor();
    answer();
    await page.getByText(/^No customers yet/).waitFor();
    await table.waitFor({ state: 'detached' });
  });

  inBrowser('says where there is no page', { as: owner }, async ({ page, open }) => {
    await open('/nothing-here');
    await expectHeading(page, 'Page not found');
    await page.getByRole('link', { name: 'Go to the first page' }).click();
    await expectCount(page.locator('nav [aria-current="page"]'), 1);
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

  inBrowser('is worked by keyboard', { as: owner }, async ({ page, open }) => {
    await open('/notifications');
    await expectHeading(page, 'Notifications');
    await expectAllByTab(page);
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
