import { describePages, givenMarkup } from './every-page';
import {
  expectAccessible,
  expectAllByTab,
  expectCount,
  expectEventually,
  expectHeading,
  holdResponses,
  inBrowser,
} from './in-browser';

const owner = givenMarkup('pages-of-markup');

describePages(owner, [
  { name: 'Overview', path: '', empty: /^Nothing scheduled today\./ },
  { name: 'Schedule', path: '/schedule', empty: /^No technicians yet\.$/ },
  { name: 'Jobs', path: '/jobs', empty: /^No jobs yet\. / },
  { name: 'Customers', path: '/customers', empty: /^No customers yet\. / },
  { name: 'Assets', path: '/assets', empty: /^No assets yet\. / },
  { name: 'Inventory', path: '/inventory', empty: /^No items yet\. / },
  { name: 'Technicians', path: '/technicians', empty: /^No technicians yet\. / },
  { name: 'Service requests', path: '/service-requests', empty: /^No service requests yet\. / },
]);

describe('what is around the pages', () => {
  inBrowser(
    'loads few scripts before the first page works',
    { as: owner, isNew: true },
    async ({ page, open }) => {
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
    },
  );

  inBrowser('shows a skeleton until a list is there', { as: owner }, async ({ page, open }) => {
    const answer = await holdResponses(page, '**/dashboard/api/customers?*');
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
    await page.getByRole('link', { name: 'Go to Overview' }).click();
    const pages = page.getByRole('navigation', { name: 'Pages' });
    await expectCount(pages.locator('[aria-current="page"]'), 1);
  });

  inBrowser('groups the pages, and leads to the docs', { as: owner }, async ({ page, open }) => {
    await open('/inventory/suppliers');
    await expectHeading(page, 'Suppliers');
    const pages = page.getByRole('navigation', { name: 'Pages' });
    const linksOf = (name: string) => pages.getByRole('group', { name }).getByRole('link');
    expect(await linksOf('Work').allTextContents()).toEqual([
      ...['Overview', 'Schedule', 'Jobs', 'Service requests'],
      ...['Customers', 'Assets', 'Inventory', 'Technicians'],
    ]);
    expect(await linksOf('Developers').allTextContents()).toEqual([
      ...['API keys', 'Webhooks', 'Deliveries', 'Request log', 'API reference'],
    ]);
    expect(await linksOf('Company').allTextContents()).toEqual(['Activity', 'Team', 'Settings']);
    expect(await pages.locator('[aria-current="page"]').allTextContents()).toEqual(['Inventory']);
    const docs = linksOf('Developers').filter({ hasText: 'API reference' });
    expect(await docs.getAttribute('href')).toBe('/docs');

    await page.setViewportSize({ width: 1024, height: 900 });
    const heights = (await linksOf('Work').all()).map(
      async (each) => (await each.boundingBox())?.height,
    );
    expect(new Set(await Promise.all(heights)).size).toBe(1);
  });

  inBrowser('leads from an empty schedule to technicians', { as: owner }, async (browser) => {
    const { page, open } = browser;
    await open('/schedule');
    await page.getByRole('link', { name: 'Add a technician' }).click();
    await expectHeading(page, 'Technicians');
  });

  inBrowser('keeps to the colors that were chosen', { as: owner }, async ({ page, open }) => {
    await page.emulateMedia({ colorScheme: 'light' });
    await open('/settings');
    await page.getByRole('button', { name: 'Dark mode' }).click();
    await page.reload();
    await page.getByRole('button', { name: 'Light mode' }).waitFor();
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.getByRole('button', { name: 'Light mode' }).click();
    await page.getByRole('button', { name: 'Dark mode' }).waitFor();
  });

  inBrowser('begins its lists high on a phone', { as: owner, width: 390 }, async (browser) => {
    const { page, open } = browser;
    for (const [name, path] of [
      ['Deliveries', '/webhooks/deliveries'],
      ['Request log', '/request-log'],
    ] as const) {
      const address = `**${path}?*`;
      const answer = await holdResponses(page, address);
      await open(path);
      const first = page.locator('main tbody tr').first();
      await expectEventually(async () => ((await first.boundingBox())?.y ?? Infinity) < 340, true);
      answer();
      await expectHeading(page, name);
      await page.unroute(address);
    }
  });

  inBrowser('moves nothing where less motion is asked for', { as: owner }, async (browser) => {
    const { page, open } = browser;
    await page.addInitScript(() => {
      const moved: string[] = [];
      Object.assign(window, { moved });
      document.addEventListener('transitionrun', ({ propertyName }) => moved.push(propertyName));
      document.addEventListener('animationstart', ({ animationName }) => moved.push(animationName));
    });
    const moved = async (): Promise<string[]> => {
      const names = await page.evaluate<string[]>('window.moved');
      return names.filter((name) => !/color|shadow|^(fill|stroke)$/.test(name));
    };
    /** Movement is visible by the second frame. */
    const drawn = (): Promise<void> =>
      page.evaluate(
        () =>
          new Promise((resolve) => {
            requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
          }),
      );
    const seeAll = async (): Promise<void> => {
      const answer = await holdResponses(page, '**/customers?*');
      await open('/customers');
      await page.locator('main [aria-busy="true"]').first().waitFor();
      await drawn();
      answer();
      await expectHeading(page, 'Customers');
      await page.getByRole('button', { name: 'New customer' }).click();
      const dialog = page.getByRole('dialog', { name: 'New customer' });
      await dialog.waitFor();
      await page.getByRole('button', { name: 'Close', exact: true }).click();
      await dialog.waitFor({ state: 'detached' });
      await page.unroute('**/customers?*');
    };
    await seeAll();
    expect(await moved()).toEqual([]);
    // Without reduced motion, the loading state must be visible.
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await seeAll();
    await expectEventually(async () => (await moved()).length > 0, true);
  });

  inBrowser('is worked by keyboard', { as: owner }, async ({ page, open }) => {
    await open('/notifications');
    await expectHeading(page, 'Notifications');
    await expectAllByTab(page);
  });

  inBrowser(
    'opens its navigation on a small screen',
    { as: owner, width: 360 },
    async (browser) => {
      const { page, open } = browser;
      await open('/notifications');
      const bar = page.getByRole('navigation', { name: 'Main pages' });
      const more = bar.getByRole('button', { name: 'More' });
      await bar.getByRole('link', { name: 'Jobs' }).click();
      await expectHeading(page, 'Jobs');
      await bar.getByRole('link', { name: 'Jobs' }).and(page.locator('[aria-current]')).waitFor();
      await more.click();
      await page.getByRole('link', { name: 'Settings', exact: true }).click();
      await expectHeading(page, 'Settings');
      await expectEventually(() => more.getAttribute('aria-expanded'), 'false');
      await expectAccessible(page);
    },
  );
});
