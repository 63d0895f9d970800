import type { Locator, Page } from 'playwright-core';
import { fsmHere, givenCompany, givenJob } from '../test/platform';
import { givenPeople } from './people';
import {
  expectAccessible,
  expectCount,
  expectEventually,
  expectHeading,
  inBrowser,
} from './in-browser';

const SLUG = 'people-who-try-out';

const [olive] = givenPeople(SLUG, `Company ${SLUG}`, [{ name: 'Olive Owner', role: 'owner' }]);

beforeAll(async () => {
  const { api, ids } = await givenCompany(SLUG);
  await givenJob(api, ids.customer_locations['shop'], 'Live compressor is loud');
  await fsmHere('sandbox', 'seed', '--company', SLUG);
});

const isInView = async (element: Locator): Promise<boolean> =>
  element.evaluate((it) => it.getBoundingClientRect().top >= 0);

/** Counts the rows above the bottom bar. */
const countCards = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const bar = document.querySelector('nav[aria-label="Main pages"]')?.getBoundingClientRect();
    return [...document.querySelectorAll('main tbody tr')].filter(
      (card) => card.getBoundingClientRect().bottom <= (bar?.top ?? 0),
    ).length;
  });

inBrowser('test data is shown on every page, and plainly', { as: olive }, async (browser) => {
  const { page, open } = browser;
  const banner = page.getByRole('status').filter({ hasText: 'You are viewing test data.' });
  const choice = page.getByRole('switch', { name: 'Test data' });
  await open('/jobs');
  await expectHeading(page, 'Jobs');
  await page.getByText('Live compressor is loud').first().waitFor();
  await expectCount(banner, 0);

  await choice.click();
  await banner.waitFor();
  await expectHeading(page, 'Jobs');
  await expectAccessible(page);
  await page.getByRole('row').nth(2).waitFor();
  await expectCount(page.getByText('Live compressor is loud'), 0);

  await page.reload();
  await expectHeading(page, 'Jobs');
  await banner.waitFor();
  await page.getByRole('row').nth(2).waitFor();
  await expectCount(page.getByText('Live compressor is loud'), 0);

  await page.setViewportSize({ width: 390, height: 844 });
  await expectEventually(() => isInView(banner), true);
  await expectEventually(async () => (await countCards(page)) >= 6, true);
  await expectAccessible(page);
  await page.setViewportSize({ width: 1440, height: 900 });

  // It stays in sight on a long page, and a record leads back to its list.
  const first = page.getByRole('row').nth(1).getByRole('link');
  const title = ((await first.textContent()) ?? '').replace(/^\d+ /, '');
  await first.click();
  await expectHeading(page, title);
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await expectEventually(() => isInView(banner), true);
  await choice.click();
  await expectHeading(page, 'Jobs');
  await expectCount(banner, 0);
  await page.getByText('Live compressor is loud').first().waitFor();
});
