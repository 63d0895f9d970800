import type { Page } from 'playwright-core';
import { findFreePort } from '@svc/local-servers';
import { fsmHere, givenCompany, givenJob } from '../../test/platform';
import { givenPeople } from '../people';
import { expectAccessible, expectCount, expectHeading, inBrowser } from '../in-browser';

const SLUG = 'people-who-are-told';
const MESSAGES = 2;

const [olive, marcus] = givenPeople(SLUG, `Company ${SLUG}`, [
  { name: 'Olive Owner', role: 'owner' },
  { name: 'Marcus Manager', role: 'manager' },
]);

beforeAll(async () => {
  const { api, ids } = await givenCompany(SLUG);
  // Each delivery fails finally within seconds, because the port is closed.
  for (let endpoint = 0; endpoint < MESSAGES; endpoint += 1) {
    const url = `https://127.0.0.1:${await findFreePort()}/hook`;
    await fsmHere(
      ...['webhook', 'create', '--company', SLUG, '--url', url, '--event', 'job.created'],
    );
  }
  await givenJob(api, ids.customer_locations['shop'], 'Compressor is loud');
});

async function openMessages(page: Page, open: (path: string) => Promise<void>): Promise<void> {
  await open('/notifications');
  await expectHeading(page, 'Notifications');
  const bell = page.getByRole('link', { name: `Notifications, ${MESSAGES} unread` });
  await bell.waitFor({ timeout: 45_000 });
}

inBrowser('says what happened, and counts what was not read', { as: olive }, async (browser) => {
  const { page, open } = browser;
  await openMessages(page, open);
  const notices = page.getByRole('list', { name: 'Notifications' }).getByRole('listitem');
  await expectCount(notices, MESSAGES);
  await expectCount(notices.getByText(/^Webhook delivery to 127\.0\.0\.1:\d+ failed$/), MESSAGES);
  await expectAccessible(page);

  await notices.first().getByRole('button', { name: 'Mark as read', exact: true }).click();
  await page.getByRole('link', { name: `Notifications, ${MESSAGES - 1} unread` }).waitFor();
  await expectCount(
    notices.getByRole('button', { name: 'Mark as read', exact: true }),
    MESSAGES - 1,
  );
  await page.getByRole('button', { name: 'Mark all as read' }).click();
  await page.getByRole('link', { name: 'Notifications, 0 unread' }).waitFor();
  await expectCount(notices.getByRole('button', { name: 'Mark as read', exact: true }), 0);
  await page.getByRole('button', { name: 'Mark all as read', disabled: true }).waitFor();
});

inBrowser('what one person has read is new to another', { as: marcus }, async ({ page, open }) => {
  await openMessages(page, open);
});
