import type { Page } from 'playwright-core';
import { findFreePort } from '@svc/local-servers';
import { fsmHere, givenCompany, givenJob, type Api } from '../../test/platform';
import { button, row } from '../controls';
import { expectCount, inBrowser, openLive } from '../in-browser';
import { givenPeople } from '../people';

const SLUG = 'people-who-watch-deliveries';

const [olive] = givenPeople(SLUG, `Company ${SLUG}`, [{ name: 'Olive Owner', role: 'owner' }]);

let api: Api;
let shop: number;
beforeAll(async () => {
  const given = await givenCompany(SLUG);
  api = given.api;
  shop = Number(given.ids.customer_locations['shop']);
});

const MAX_WAIT_MS = 45_000;

const bell = (page: Page, unread: number) =>
  page.getByRole('button', { name: `Notifications, ${unread} unread` });

inBrowser('deliveries and the bell count by themselves', { as: olive }, async (browser) => {
  const { page, context, pageOf } = browser;
  const other = await pageOf(olive);
  await openLive(page, '/webhooks/deliveries', 'Deliveries');
  await openLive(other, '/notifications', 'Notifications');
  // The delivery fails finally within seconds, because the port is closed.
  const url = `https://127.0.0.1:${await findFreePort()}/hook`;
  await fsmHere('webhook', 'create', '--company', SLUG, '--url', url, '--event', 'job.created');
  const before = await givenJob(api, shop, 'Announced to nobody');

  const delivery = row(page, 'job.created').first();
  await delivery.waitFor();
  await delivery.getByText('Failed', { exact: true }).waitFor({ timeout: MAX_WAIT_MS });
  await bell(page, 1).waitFor({ timeout: MAX_WAIT_MS });
  const notice = other.getByRole('listitem').filter({ hasText: 'Webhook delivery to' });
  await button(notice, 'Mark as read').click();
  await bell(page, 0).waitFor();

  await context.setOffline(true);
  await page.getByText('Reconnecting…').waitFor();
  await givenJob(api, shop, 'Announced while offline');
  await api.patch(`jobs?id=${before}`, { job_priority: 'High' });
  await context.setOffline(false);
  await page.getByText('Reconnecting…').waitFor({ state: 'detached' });
  await expectCount(row(page, 'job.created'), 2);
});
