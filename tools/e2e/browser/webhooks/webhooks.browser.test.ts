import { createHmac } from 'node:crypto';
import type { Page } from 'playwright-core';
import { eventually } from '@svc/testing';
import {
  fsmHere,
  givenCompany,
  givenJob,
  noteUsed,
  type Api,
  type Applied,
} from '../../test/platform';
import { startReceiver, subscribe, type Received, type Receiver } from '../../test/receiver';
import { button, choose, field } from '../controls';
import { givenPeople } from '../people';
import {
  expectAccessible,
  expectCount,
  expectEventually,
  expectHeading,
  inBrowser,
} from '../in-browser';

const SLUG = 'people-with-webhooks';

const [olive, marcus] = givenPeople(SLUG, `Company ${SLUG}`, [
  { name: 'Olive Owner', role: 'owner' },
  { name: 'Marcus Manager', role: 'manager' },
]);

const [stranger] = givenPeople('people-of-another-company', 'Another Company', [
  { name: 'Sid Stranger', role: 'owner' },
]);

const PASSWORD = `Basic ${Buffer.from('erp:open-sesame').toString('base64')}`;

const answers = new Map<string, number>();
let receiver: Receiver;
let api: Api;
let ids: Applied;

beforeAll(async () => {
  [{ api, ids }, receiver] = await Promise.all([
    givenCompany(SLUG),
    startReceiver((path) => answers.get(path) ?? 200),
  ]);
});
afterAll(() => receiver.close());

const inDialog = (page: Page, name: string) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true });

const createJob = (title: string): Promise<number> =>
  givenJob(api, ids.customer_locations['shop'], title);

const received = (path: string, count: number): Promise<readonly Received[]> =>
  eventually(
    () => {
      expect(receiver.at(path).length).toBe(count);
      return receiver.at(path);
    },
    { within: 20_000 },
  );

/** Returns the secret, which is displayed only once; then the endpoint's page is open. */
async function createEndpoint(page: Page, url: string): Promise<string> {
  await button(page, 'New endpoint').click();
  const dialog = page.getByRole('dialog', { name: 'New endpoint' });
  await dialog.getByLabel('Address', { exact: true }).fill(url);
  await dialog.getByRole('checkbox', { name: 'job.created', exact: true }).check();
  await dialog.getByRole('button', { name: 'Create endpoint' }).click();
  const secret = await shownOnce(page);
  await expectHeading(page, url);
  return secret;
}

async function shownOnce(page: Page): Promise<string> {
  const secret = await page.getByRole('textbox', { name: 'Signing secret' }).inputValue();
  noteUsed({ secret });
  await button(page, 'Done').click();
  return secret;
}

function signsWith(secret: string, { signature, body }: Received): boolean {
  const [, timestamp = ''] = /^t=(\d+),/.exec(signature) ?? [];
  const hmac = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
  return signature.includes(`v1=${hmac}`);
}

const until = (page: Page, text: string | RegExp): Promise<void> =>
  page.getByText(text).first().waitFor();

inBrowser('an endpoint lives from its first event to its end', { as: olive }, async (browser) => {
  const { page, open } = browser;
  const path = '/life';
  const url = receiver.urlOf(path);
  await open('/webhooks');
  await expectHeading(page, 'Webhooks');
  const secret = await createEndpoint(page, url);
  expect(secret).toMatch(/^whsec_[A-Za-z0-9]{43}$/);
  await expectEventually(async () => (await page.content()).includes(secret), false);
  await until(page, 'No deliveries yet. Send a test to see one here.');
  await expectAccessible(page);

  await button(page, 'Send test').click();
  await until(page, 'Test succeeded: 200.');
  const [test] = await received(path, 1);
  expect(JSON.parse(String(test?.body))).toMatchObject({ type: 'ping' });
  expect(signsWith(secret, test as Received)).toBe(true);
  const latest = page.getByRole('table', { name: 'Latest deliveries' });
  await latest.getByRole('row', { name: 'ping' }).getByText('200', { exact: true }).waitFor();
  await page.getByRole('img', { name: 'Deliveries by hour: Succeeded 1, Failed 0' }).waitFor();
  await until(page, /^Median response time \d+ ms$/);

  await button(page, 'New secret').click();
  await inDialog(page, 'New secret').click();
  const newer = await shownOnce(page);
  await until(page, /^The previous secret keeps working until/);
  await createJob('Signed by both secrets');
  const [, event] = await received(path, 2);
  expect([secret, newer].map((each) => signsWith(each, event as Received))).toEqual([true, true]);

  await button(page, 'Edit').click();
  const dialog = page.getByRole('dialog', { name: 'Edit endpoint' });
  await dialog.getByLabel('Name', { exact: true }).fill('ERP');
  await dialog.getByRole('searchbox', { name: 'Search events' }).fill('job.deleted');
  await expectCount(dialog.getByRole('checkbox', { name: 'job.created', exact: true }), 0);
  await dialog.getByRole('checkbox', { name: 'Jobs', exact: true }).check();
  await dialog.getByRole('searchbox', { name: 'Search events' }).fill('');
  await expectEventually(
    () => dialog.getByRole('checkbox', { checked: true }).evaluateAll((all) => all.length),
    2,
  );
  await dialog.getByRole('button', { name: 'Save' }).click();
  await until(page, 'ERP');
  for (const name of ['job.created', 'job.deleted'])
    await page.locator('dl').getByText(name, { exact: true }).waitFor();

  await button(page, 'Turn off').click();
  await inDialog(page, 'Turn off').click();
  await button(page, 'Turn on').waitFor();
  answers.set(path, 500);
  await button(page, 'Turn on').click();
  await until(page, 'Still off: the test failed.');
  await until(page, 'Your server answered 500.');
  answers.set(path, 200);
  await button(page, 'Turn on').click();
  await until(page, 'Endpoint turned on.');
  await button(page, 'Turn off').waitFor();

  await button(page, 'Delete endpoint').click();
  await inDialog(page, 'Delete endpoint').click();
  await expectHeading(page, 'Webhooks');
  await expectCount(page.getByRole('row', { name: url }), 0);

  await open('/webhooks/deliveries');
  const kept = page.getByRole('table', { name: 'Deliveries' }).getByRole('row', { name: 'ping' });
  await kept.getByText('ERP (deleted)').first().waitFor();
});

inBrowser('an endpoint has own headers and a condition', { as: olive }, async (browser) => {
  const { page, open } = browser;
  const path = '/behind-a-password';
  const url = receiver.urlOf(path);
  noteUsed({ secret: PASSWORD });
  await open('/webhooks');
  await button(page, 'New endpoint').click();
  const dialog = page.getByRole('dialog', { name: 'New endpoint' });
  await dialog.getByLabel('Address', { exact: true }).fill(url);
  await dialog.getByRole('checkbox', { name: 'job.created', exact: true }).check();
  await dialog.getByRole('button', { name: 'Add header' }).click();
  await field(dialog, 'Header 1').fill('Host');
  await field(dialog, 'Value of header 1').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Add condition' }).click();
  await field(dialog, 'Field of condition 1').fill('data.object.job_title');
  await field(dialog, 'Values of condition 1').fill('Wanted');
  await field(dialog, 'Values of condition 1').press('Enter');
  await dialog.getByRole('button', { name: 'Create endpoint' }).click();
  await dialog.getByText(/must not be Host/).waitFor();
  await field(dialog, 'Header 1').fill('Authorization');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Create endpoint' }).click();
  await shownOnce(page);
  await expectHeading(page, url);
  await until(page, 'data.object.job_title is Wanted');

  await button(page, 'Edit').click();
  const edit = page.getByRole('dialog', { name: 'Edit endpoint' });
  expect(await field(edit, 'Value of header 1').inputValue()).toBe('••••••••');
  await edit.getByLabel('Name', { exact: true }).fill('Behind a password');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expectHeading(page, 'Behind a password');

  await createJob('Unwanted');
  await createJob('Wanted');
  const [sent] = await received(path, 1);
  expect(sent?.headers['authorization']).toBe(PASSWORD);
  expect(sent?.body).toContain('Wanted');
  const latest = page.getByRole('table', { name: 'Latest deliveries' });
  await latest.getByText('Filtered', { exact: true }).waitFor();
  await latest.getByText(/Not sent: a condition/).waitFor();
  expect(await page.content()).not.toContain(PASSWORD);
});

inBrowser('a delivery shows each attempt, and is sent again', { as: marcus }, async (browser) => {
  const { page, open, context } = browser;
  const path = '/refused-at-first';
  const url = receiver.urlOf(path);
  answers.set(path, 404);
  await open('/webhooks');
  await createEndpoint(page, url);
  await createJob('Nobody answers <b>this</b>');
  const [first] = await received(path, 1);

  await page.getByRole('navigation').getByRole('link', { name: 'Deliveries' }).click();
  await expectHeading(page, 'Deliveries');
  await page.getByRole('combobox', { name: 'Status' }).click();
  await page.getByRole('option', { name: 'Failed' }).click();
  const row = page.getByRole('table', { name: 'Deliveries' }).getByRole('row', { name: url });
  // The page may have been opened before the attempt was logged.
  await eventually(
    async () => {
      if ((await row.count()) === 0) await page.reload();
      await row.first().waitFor({ timeout: 2_000 });
    },
    { within: 20_000 },
  );
  await page.waitForURL(({ search }) => search === '?status=failed');
  await choose(page.locator('main'), 'Endpoint', path, url);
  await page.waitForURL(/endpoint_id=\d+/);
  await page.reload();
  await row.first().waitFor();
  await expectCount(page.getByRole('row'), 2);
  await expectEventually(() => field(page, 'Endpoint').inputValue(), url);
  await field(page, 'To').fill('2026-01-01T00:00');
  await page.waitForURL(({ searchParams }) => searchParams.get('to') === '2026-01-01T00:00');
  await page.getByText('No deliveries match these filters.').waitFor();
  await field(page, 'To').fill('');
  await field(page, 'From').fill('2026-01-01T00:00');
  await page.waitForURL(({ searchParams }) => searchParams.get('from') === '2026-01-01T00:00');
  await choose(page, 'Event', '', 'job.deleted');
  await page.getByText('No deliveries match these filters.').waitFor();
  await choose(page, 'Event', 'created', 'job.created');
  await row.first().waitFor();
  await row.getByText('404', { exact: true }).waitFor();
  await expectAccessible(page);

  await row.getByRole('link', { name: 'job.created' }).click();
  await expectHeading(page, 'job.created');
  const attemptOf = (number: number) =>
    page.locator('details').filter({ hasText: `Attempt ${number}` });
  const attempt = attemptOf(1);
  await attempt.getByText('404', { exact: true }).waitFor();
  await attempt.getByText(/^\d+ ms$/).waitFor();
  await attempt.getByText(`Received at ${path}`).waitFor();
  await attempt.getByText(String(first?.eventId)).first().waitFor();
  await attempt.getByText(`x-svc-signature: ${first?.signature}`).waitFor();
  await attempt.getByText('Nobody answers <b>this</b>').waitFor();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const copied = () => page.evaluate('navigator.clipboard.readText()');
  await button(page, 'Copy event ID').click();
  expect(await copied()).toBe(first?.eventId);
  await button(attempt, 'Copy as curl').click();
  expect(await copied()).toContain(`curl '${url}' \\\n  -H 'content-type: application/json'`);
  expect(await copied()).toContain(`-H 'x-svc-signature: ${first?.signature}'`);

  answers.set(path, 200);
  await button(page, 'Resend').click();
  await until(page, 'Resent: 200.');
  const [, again] = await received(path, 2);
  expect(again?.eventId).toBe(first?.eventId);
  await eventually(
    async () => {
      await page.reload();
      await attemptOf(2).waitFor({ timeout: 2_000 });
    },
    { within: 20_000 },
  );
  await until(page, 'Succeeded');
  await attemptOf(2).getByText('Request headers').waitFor();
  await attempt.getByText('Request headers').waitFor({ state: 'hidden' });
});

inBrowser('what has failed is sent again since a time', { as: olive }, async (browser) => {
  const { page, open } = browser;
  const path = '/failed-for-a-while';
  answers.set(path, 404);
  await open('/webhooks');
  await createEndpoint(page, receiver.urlOf(path));
  await createJob('Failed for a while');
  await received(path, 1);
  answers.set(path, 200);

  await open('/webhooks/deliveries');
  await button(page, 'Resend failed').click();
  const dialog = page.getByRole('dialog', { name: 'Resend failed' });
  await dialog.getByText(/^\d+ deliver(y|ies) will be resent\.$/).waitFor();
  await dialog.getByLabel('Since').fill('');
  await dialog.getByRole('button', { name: 'Resend failed' }).click();
  await dialog.getByText('Choose a date and time.').waitFor();
  await dialog.getByLabel('Since').fill('2026-01-01T00:00');
  await eventually(
    async () => {
      // The attempt may not be logged yet.
      if ((await dialog.count()) === 0) await button(page, 'Resend failed').click();
      await dialog.getByRole('button', { name: 'Resend failed' }).click();
      await dialog.waitFor({ state: 'detached' });
      expect(receiver.at(path).length).toBeGreaterThan(1);
    },
    { within: 20_000 },
  );
  await until(page, /^Resending \d+ deliver(y|ies)\.$/);
});

inBrowser(
  'what keys have subscribed to is shown with their names',
  { as: olive },
  async (browser) => {
    const { page, open } = browser;
    const url = receiver.urlOf('/subscribed');
    const { id } = await subscribe(api, url, 'job.created');
    await open('/webhooks');
    await page.getByRole('heading', { level: 2, name: 'Connected through the API' }).waitFor();
    const row = page
      .getByRole('table', { name: 'API subscriptions' })
      .getByRole('row', { name: url });
    await row.getByText('Full', { exact: true }).waitFor();
    await expectCount(row.getByRole('link'), 0);
    await expectCount(row.getByRole('button'), 0);

    await open(`/webhooks/${id}`);
    await until(page, url);
    for (const name of ['Send test', 'Turn off', 'New secret', 'Edit', 'Delete endpoint']) {
      await expectCount(button(page, name), 0);
    }
  },
);

inBrowser('nobody sees what another company has', { as: stranger }, async ({ page, open }) => {
  const [endpoint] = await fsmHere<{ id: number }[]>('webhook', 'list', '--company', SLUG);
  await open(`/webhooks/${endpoint?.id}`);
  await until(page, 'Webhook endpoint not found.');
  await button(page, 'Try again').waitFor();
});
