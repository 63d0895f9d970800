import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { eventually } from '@svc/testing';
import { expectHeading, inBrowser } from '../browser/in-browser';
import { callDashboardAs } from '../browser/people';
import { PATIENCE_MS } from '../browser/persons-browsers';
import { ROOT, runFile } from '../test/platform';

const FOLDER = join(ROOT, '.github/docs/images');
const MAX_BYTES = 300 * 1024;
const ZONE = 'America/Chicago';

const { email = '', password = '' } = runFile().dashboard_login ?? {};
const owner = { name: 'Owner', role: 'owner', company: 'Demo', email, password } as const;

interface Delivery {
  readonly id: string;
  readonly event: string;
  readonly status: string;
  readonly attempts: number;
}

/** The demo's week is placed around the last working day. */
function lastWorkingDay(): string {
  const day = new Date();
  const read = (options: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat('en-CA', { timeZone: ZONE, ...options }).format(day);
  while (read({ weekday: 'short' }).startsWith('S')) day.setUTCDate(day.getUTCDate() - 1);
  return read({ dateStyle: 'short' });
}

async function findRepeatedDelivery(): Promise<Delivery> {
  const call = await callDashboardAs(owner);
  return eventually(
    async () => {
      const deliveries = await call('GET', 'webhooks/deliveries?status=succeeded&per_page=100');
      const found = (deliveries as unknown as Delivery[]).find(({ attempts }) => attempts > 1);
      if (!found) throw new Error('No delivery has several attempts yet.');
      return found;
    },
    { within: PATIENCE_MS },
  );
}

async function save(page: Page, name: string): Promise<void> {
  const path = join(FOLDER, `${name}.png`);
  await page.screenshot({ path, animations: 'disabled' });
  expect(statSync(path).size).toBeLessThanOrEqual(MAX_BYTES);
}

beforeAll(() => mkdirSync(FOLDER, { recursive: true }));

inBrowser('delivery', { as: owner }, async ({ page, open }) => {
  const { id, event } = await findRepeatedDelivery();
  await open(`/webhooks/deliveries/${id}`);
  await expectHeading(page, event);
  await page.getByText('Attempt 2').waitFor();
  await save(page, 'delivery');
});

inBrowser('schedule', { as: owner }, async ({ page, open }) => {
  await open(`/schedule?from=${lastWorkingDay()}`);
  await expectHeading(page, 'Schedule');
  await page.getByRole('rowheader').first().waitFor();
  await save(page, 'schedule');
});

inBrowser('overview', { as: owner }, async ({ page, open }) => {
  await open('');
  await expectHeading(page, 'Overview');
  await save(page, 'overview');
});
