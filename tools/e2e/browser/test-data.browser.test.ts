import { fsmHere, givenCompany, givenJob } from '../test/platform';
import { givenPeople } from './people';
import { expectAccessible, expectCount, expectHeading, inBrowser } from './in-browser';

const SLUG = 'people-who-try-out';

const [olive] = givenPeople(SLUG, `Company ${SLUG}`, [{ name: 'Olive Owner', role: 'owner' }]);

beforeAll(async () => {
  const { api, ids } = await givenCompany(SLUG);
  await givenJob(api, ids.customer_locations['shop'], 'Live compressor is loud');
  await fsmHere('sandbox', 'seed', '--company', SLUG);
});

inBrowser('test data is shown on every page, and plainly', { as: olive }, async (browser) => {
  const { page, open } = browser;
  const banner = page.getByRole('status').filter({ hasText: 'This is the sandbox' });
  const choice = page.getByRole('switch', { name: 'Test data' });
  await open('/jobs');
  await expectHeading(page, 'Jobs');
  await page.getByText('Live compressor is loud').first().waitFor();
  await expectCount(banner, 0);

  await choice.click();
  await expectHeading(page, 'Overview');
  await banner.waitFor();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Jobs', exact: true }).click();
  await expectHeading(page, 'Jobs');
  await page.getByRole('row').nth(2).waitFor();
  await expectCount(page.getByText('Live compressor is loud'), 0);

  await page.reload();
  await expectHeading(page, 'Jobs');
  await banner.waitFor();
  await page.getByRole('row').nth(2).waitFor();
  await expectCount(page.getByText('Live compressor is loud'), 0);

  await choice.click();
  await expectHeading(page, 'Overview');
  await expectCount(banner, 0);
  await page.getByRole('link', { name: 'Jobs', exact: true }).click();
  await page.getByText('Live compressor is loud').first().waitFor();
});
