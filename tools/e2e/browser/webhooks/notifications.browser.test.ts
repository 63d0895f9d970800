import type { Page } from 'playwright-core';
import { findFreePort } from '@svc/local-servers';
import { fsmHere, givenCompany, givenJob } from '../../test/platform';
import { givenPeople } from '../people';
import { field } from '../controls';
import {
  expectAccessible,
  expectCount,
  expectEventually,
  expectHeading,
  inBrowser,
} from '../in-browser';

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

const bell = (page: Page, unread: number) =>
  page.getByRole('button', { name: `Notifications, ${unread} unread` });

async function openMessages(page: Page, open: (path: string) => Promise<void>): Promise<void> {
  await open('/notifications');
  await expectHeading(page, 'Notifications');
  await bell(page, MESSAGES).waitFor({ timeout: 45_000 });
}

inBrowser(
  'says what happened and leads there, and counts what was not read',
  { as: olive },
  async (browser) => {
    const { page, open } = browser;
    await openMessages(page, open);
    const notices = page.getByRole('list', { name: 'Notifications' }).getByRole('listitem');
    await expectCount(notices, MESSAGES);
    await expectCount(notices.getByText(/^Webhook delivery to 127\.0\.0\.1:\d+ failed$/), MESSAGES);
    await expectAccessible(page);

    await open('');
    await bell(page, MESSAGES).click();
    const newest = page.getByRole('list', { name: 'Newest notifications' });
    await expectCount(newest.getByRole('listitem'), MESSAGES);
    await expectAccessible(page);
    await newest.getByRole('link').first().click();
    await page.waitForURL(/\/webhooks\/deliveries\/dlv_/);
    await bell(page, MESSAGES - 1).waitFor();

    await open('/notifications');
    await expectCount(
      notices.getByRole('button', { name: 'Mark as read', exact: true }),
      MESSAGES - 1,
    );
    await notices.first().getByRole('link', { name: 'Resend failed since then' }).click();
    const resend = page.getByRole('dialog', { name: 'Resend failed' });
    await expectEventually(async () => (await field(resend, 'Since').inputValue()) !== '', true);
    await expectEventually(
      async () => (await field(resend, 'Endpoint').inputValue()).includes('127.0.0.1'),
      true,
    );

    await open('/notifications');
    await page.getByRole('button', { name: 'Mark all as read' }).click();
    await bell(page, 0).waitFor();
    await expectCount(notices.getByRole('button', { name: 'Mark as read', exact: true }), 0);
    await page.getByRole('button', { name: 'Mark all as read', disabled: true }).waitFor();
  },
);

inBrowser('what one person has read is new to another', { as: marcus }, async ({ page, open }) => {
  await openMessages(page, open);
});
