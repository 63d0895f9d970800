import { readFile } from 'node:fs/promises';
import { withClient } from '@svc/local-servers';
import type { Locator, Page } from 'playwright-core';
import { integrator, noteUsed, runFile } from '../../test/platform';
import { button, choose } from '../controls';
import { givenPeople } from '../people';
import {
  DIALOG,
  expectAccessible,
  expectCount,
  expectEventually,
  expectFits,
  expectHeading,
  inBrowser,
} from '../in-browser';

const [olive, marcus] = givenPeople('people-with-keys', 'People With Keys', [
  { name: 'Olive Owner', role: 'owner' },
  { name: 'Marcus Manager', role: 'manager' },
]);

const rowOf = (page: Page, name: string) =>
  page.getByRole('table', { name: 'API keys' }).getByRole('row').filter({ hasText: name });

const isInSight = (element: Locator): Promise<boolean> =>
  element.evaluate((it) => it.getBoundingClientRect().bottom <= window.innerHeight);

async function createKey(page: Page, name: string, scopes: readonly string[]): Promise<string> {
  await button(page, 'New key').click();
  const dialog = page.getByRole('dialog', { name: 'New key' });
  await dialog.getByLabel('Name', { exact: true }).fill(name);
  for (const scope of scopes)
    await dialog.getByRole('checkbox', { name: scope, exact: true }).check();
  await dialog.getByRole('button', { name: 'Create key' }).click();
  await page.getByText('You will not see this key again.').waitFor();
  const key = await page.getByRole('textbox', { name: 'Key' }).inputValue();
  noteUsed({ key });
  return key;
}

inBrowser('says what to do where there are no keys', { as: marcus }, async ({ page, open }) => {
  await open('/api-keys');
  await expectHeading(page, 'API keys');
  await page.getByText(/^No keys yet\./).waitFor();
});

inBrowser('a key is shown once, used, changed and revoked', { as: olive }, async (browser) => {
  const { page, open, context } = browser;
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open('/api-keys');
  const key = await createKey(page, 'ERP', ['jobs:read', 'customers:read']);

  expect(key).toMatch(/^svc_live_\w{32,}$/);
  await button(page, 'Copy').click();
  await button(page, 'Copied').waitFor();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(key);
  await button(page, 'Done').click();
  const row = rowOf(page, 'ERP');
  await row.getByText(`svc_live_…${key.slice(-4)}`).waitFor();
  await row.getByText('jobs:read, customers:read').waitFor();
  await row.getByText('Live', { exact: true }).waitFor();
  await row.getByText('Never').waitFor();
  await expectCount(row.getByRole('link', { name: 'Refused requests of ERP' }), 0);
  await expectEventually(async () => (await page.content()).includes(key), false);

  const erp = integrator(key);
  expect((await erp.get('jobs')).status).toBe(200);
  expect((await erp.get('technicians')).status).toBe(403);
  await page.reload();
  await row.getByText(/\d{4}/).first().waitFor();
  await expectCount(row.getByText('Never'), 0);
  await expectEventually(async () => (await page.content()).includes(key), false);

  await row.getByRole('button', { name: 'Edit scopes' }).click();
  const dialog = page.getByRole('dialog', { name: 'Scopes of ERP' });
  await dialog.getByRole('checkbox', { name: 'customers:read', exact: true }).uncheck();
  await dialog.getByRole('checkbox', { name: 'technicians:read', exact: true }).check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await row.getByText('jobs:read, technicians:read').waitFor();
  expect((await erp.get('technicians')).status).toBe(200);
  expect((await erp.get('customers')).status).toBe(403);

  await row.getByRole('button', { name: 'Revoke key' }).click();
  const question = page.getByRole('dialog', { name: 'Revoke the key ERP?' });
  await question.getByRole('textbox', { name: 'Name' }).fill('CRM');
  await question.getByRole('button', { name: 'Revoke key' }).click();
  await question.getByText('Name must be the name of the key.').waitFor();
  expect((await erp.get('jobs')).status).toBe(200);
  await question.getByRole('textbox', { name: 'Name' }).fill('ERP');
  await question.getByRole('button', { name: 'Revoke key' }).click();
  await question.waitFor({ state: 'detached' });
  expect((await erp.get('jobs')).status).toBe(401);
  await page.getByText(/^No keys yet\./).waitFor();
});

inBrowser('shows the requests of its keys, and downloads them', { as: olive }, async (browser) => {
  const { page, open } = browser;
  await open('/api-keys');
  const key = await createKey(page, 'Counted', ['jobs:read']);
  await button(page, 'Done').click();
  const counted = integrator(key);
  expect((await counted.get('jobs')).status).toBe(200);
  expect((await counted.get('jobs?id=none')).status).toBe(400);
  expect((await counted.get('key')).body['data']).toMatchObject({ name: 'Counted' });

  await page.reload();
  const drawn = { name: 'Counted: 3 requests in 30 days' };
  await rowOf(page, 'Counted').getByRole('img', drawn).waitFor();
  await choose(page, 'Key', 'Counted', 'Counted (');
  const chart = page.getByRole('img', { name: 'Requests by day: Succeeded 2, Errors 1' });
  await chart.waitFor();
  await expectAccessible(page);

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    button(page, 'Download CSV').click(),
  ]);
  const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n');
  expect(lines[0]).toBe('date,key_id,key_name,operation,requests,errors');
  expect(
    lines
      .slice(1)
      .map((line) => line.split(',').slice(2).join(','))
      .toSorted(),
  ).toEqual(['Counted,getKey,1,0', 'Counted,listJobs,1,0', 'Counted,none,1,1']);
});

inBrowser('says which keys were not used for 90 days', { as: olive }, async (browser) => {
  const { page, open } = browser;
  await open('/api-keys');
  for (const name of ['Forgotten', 'Never used', 'Used in time']) {
    await createKey(page, name, ['jobs:read']);
    await button(page, 'Done').click();
  }
  await withClient(String(runFile().services.gateway?.database_url), (db) =>
    db.query(
      `update gateway.api_keys set created_at = now() - interval '91 days',
         last_used_at = case name when 'Never used' then null
           else now() - case name when 'Forgotten' then interval '90 days' else interval '89 days' end end
       where name in ('Forgotten', 'Never used', 'Used in time')`,
    ),
  );

  await page.reload();
  const unused = page.getByText('Not used for 90 days');
  for (const name of ['Forgotten', 'Never used']) {
    await rowOf(page, name).filter({ has: unused }).waitFor();
  }
  await rowOf(page, 'Used in time').waitFor();
  await expectCount(unused, 2);
});

inBrowser('a key is rolled without a failed request', { as: olive }, async ({ page, open }) => {
  await open('/api-keys');
  const old = await createKey(page, 'Till', ['jobs:read']);
  await button(page, 'Done').click();

  await rowOf(page, 'Till').getByRole('button', { name: 'Roll key' }).click();
  const dialog = page.getByRole('dialog', { name: 'Roll the key Till?' });
  await expectAccessible(page, DIALOG);
  await dialog.getByRole('button', { name: 'Roll key' }).click();
  await page.getByText('You will not see this key again.').waitFor();
  const rolled = await page.getByRole('textbox', { name: 'Key' }).inputValue();
  noteUsed({ key: rolled });
  await button(page, 'Done').click();

  for (const key of [old, rolled]) expect((await integrator(key).get('jobs')).status).toBe(200);
  const row = rowOf(page, `svc_live_…${old.slice(-4)}`);
  await row.getByText(/^Expires /).waitFor();
  await expectCount(rowOf(page, `svc_live_…${rolled.slice(-4)}`).getByText(/^Expires /), 0);

  await row.getByRole('button', { name: 'Edit scopes' }).click();
  const scopes = page.getByRole('dialog', { name: 'Scopes of Till' });
  await scopes.getByLabel('Expires').fill('2020-01-01T09:00');
  await scopes.getByRole('button', { name: 'Save' }).click();
  await scopes.getByText(/must be in the future/).waitFor();
  await scopes.getByLabel('Expires').fill('');
  await scopes.getByRole('button', { name: 'Save' }).click();
  await scopes.waitFor({ state: 'detached' });
  await expectCount(row.getByText(/^Expires /), 0);
});

inBrowser(
  'says what is wrong beside the field, and keeps the rest',
  { as: olive },
  async (browser) => {
    const { page, open } = browser;
    await open('/api-keys');
    await button(page, 'New key').click();
    const dialog = page.getByRole('dialog', { name: 'New key' });
    await dialog.getByLabel('Allowed addresses').fill('203.0.113.0/24\nhere');
    await dialog.getByRole('checkbox', { name: 'jobs:read', exact: true }).check();
    await dialog.getByRole('button', { name: 'Create key' }).click();
    await dialog.getByText('Enter a name.').waitFor();
    await dialog.getByLabel('Name', { exact: true }).fill('Tablet');
    await dialog.getByRole('button', { name: 'Create key' }).click();
    await dialog.getByText('Line 2 must be an IP address or a CIDR range.').waitFor();
    await expectEventually(
      () => dialog.getByLabel('Allowed addresses').getAttribute('aria-invalid'),
      'true',
    );
    await expectEventually(
      () => dialog.getByRole('checkbox', { name: 'jobs:read', exact: true }).isChecked(),
      true,
    );
    await expectAccessible(page, DIALOG);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor();
    await button(page, 'Leave').click();
    await dialog.waitFor({ state: 'detached' });
  },
);

inBrowser('the documentation is searched, and tries a call', { as: olive }, async (browser) => {
  const { page, open } = browser;
  await open('/api-keys');
  const key = await createKey(page, 'Reader', ['jobs:read']);
  await page.goto('/docs');
  await page.getByRole('heading', { level: 2, name: 'List jobs', exact: true }).waitFor();

  await page.getByRole('searchbox', { name: 'Search' }).fill('listJobs');
  await page.locator('#createCustomer').waitFor({ state: 'hidden' });
  await page.locator('#createJob').waitFor({ state: 'hidden' });
  // axe takes minutes for all operations, so only one stays displayed, and two texts with links.
  await page
    .locator('article.operation[hidden]')
    .evaluateAll((all) => all.forEach((each) => each.remove()));
  await page
    .locator('#guide, #events')
    .evaluateAll((all) => all.forEach((each) => each.removeAttribute('hidden')));
  await page.getByRole('link', { name: 'Standard Webhooks' }).waitFor();
  await expectAccessible(page);
  await page.reload();
  const navigation = page.getByRole('navigation', { name: 'Operations' });
  await page.getByRole('searchbox', { name: 'Search' }).fill('list jobs');
  await navigation.getByRole('link', { name: 'GET List jobs', exact: true }).click();
  await page.waitForURL(({ hash }) => hash === '#listJobs');
  await page.getByRole('searchbox', { name: 'Search' }).fill('createCustomer');
  await page.getByRole('searchbox', { name: 'Search' }).press('Enter');
  await page.waitForURL(({ hash }) => hash === '#createCustomer');
  await page.getByRole('searchbox', { name: 'Search' }).fill('no such words');
  await page.getByText('No results.').waitFor();
  await page.getByRole('searchbox', { name: 'Search' }).fill('');

  // The menu marks what is read, and folds on a phone.
  await page.locator('#listCustomers').evaluate((article) => article.scrollIntoView());
  const current = navigation.locator('[aria-current]');
  await expectEventually(() => current.allTextContents(), ['GETList customers']);
  await page.setViewportSize({ width: 390, height: 844 });
  await current.waitFor({ state: 'hidden' });
  await navigation.getByText('Contents').click();
  await current.waitFor();
  await expectFits(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await navigation.getByRole('link', { name: 'GET List jobs', exact: true }).click();

  const article = page.locator('#listJobs');
  const form = article.getByRole('form', { name: 'Try listJobs' });
  await article.getByText('Try it').click();
  await form.getByRole('button', { name: 'Send' }).click();
  await form.getByText(/^401 /).waitFor();
  await page.getByLabel('API key').fill(key);
  await form.getByLabel('per_page').fill('7');
  await form.getByRole('button', { name: 'Send' }).click();
  await form.getByText(/^200 .*"per_page": 7/s).waitFor();

  await page.locator('#createJob').getByText('Try it').click();
  const creation = page.getByRole('form', { name: 'Try createJob' });
  await creation.getByRole('button', { name: 'Send' }).click();
  await creation.getByText(/^403 .*insufficient_scope/s).waitFor();
  await expectEventually(async () => (await page.content()).includes(key), false);
  expect(
    await page.evaluate('JSON.stringify([localStorage, sessionStorage, location.href])'),
  ).not.toContain(key);
});

inBrowser('a key works from its allowed addresses alone', { as: marcus }, async (browser) => {
  const { page, open } = browser;
  await open('/api-keys');
  await button(page, 'New key').click();
  const dialog = page.getByRole('dialog', { name: 'New key' });
  await dialog.getByLabel('Name', { exact: true }).fill('Warehouse');
  await dialog.getByRole('radio', { name: 'Test' }).check();
  await page.setViewportSize({ width: 1440, height: 900 });
  await expectEventually(() => isInSight(dialog.getByRole('button', { name: 'Create key' })), true);
  await dialog.getByRole('button', { name: 'Choose all' }).click();
  await dialog.getByLabel('Allowed addresses').fill('203.0.113.0/24');
  await dialog.getByRole('button', { name: 'Create key' }).click();
  const key = await page.getByRole('textbox', { name: 'Key' }).inputValue();

  expect(key).toMatch(/^svc_test_/);
  expect(await integrator(key).get('jobs')).toMatchObject({
    status: 403,
    body: { error: 'forbidden' },
  });
  await button(page, 'Done').click();
  await rowOf(page, 'Warehouse').getByText('From 203.0.113.0/24').waitFor();
});

inBrowser(
  'a refused request is found by its key, and shown whole',
  { as: olive },
  async (browser) => {
    const { page, open } = browser;
    await open('/api-keys');
    const key = await createKey(page, 'Website', ['jobs:read', 'jobs:write']);
    await button(page, 'Done').click();
    const secret = 'a secret of ours';
    const refused = await integrator(key).post('jobs', {
      job_title: 'Pump',
      job_priority: 'Soon',
      secret,
      note: key,
    });
    expect(refused.status).toBe(400);
    const id = String(refused.body['request_id']);
    expect((await integrator(key).get('jobs?id=none')).status).toBe(400);

    await page.reload();
    await rowOf(page, 'Website').getByRole('link', { name: 'Refused requests of Website' }).click();
    await expectHeading(page, 'Request log');
    const rows = page.getByRole('table', { name: 'Request log' }).getByRole('row');
    await rows.nth(2).waitFor();
    await expectEventually(
      () => rows.allTextContents(),
      [
        'TimeErrorMethodAddressStatusKey',
        expect.stringMatching(
          /req_\w{26}validation_failedid .*\.GET\/api\/v1\/jobs\?id=none400Website$/,
        ),
        expect.stringMatching(
          /req_\w{26}validation_failed.* is .*\. \+\d+POST\/api\/v1\/jobs400Website$/,
        ),
      ],
    );
    await page.getByLabel('Request ID', { exact: true }).fill(id);
    await expectCount(rows, 2);
    await page.waitForURL(({ searchParams }) => searchParams.get('request_id') === id);

    await page.getByRole('link', { name: id }).click();
    await expectHeading(page, 'POST /api/v1/jobs');
    await page.getByText('"job_title": "Pump"').waitFor();
    const errors = page.getByRole('list', { name: 'Field errors' });
    await errors.getByText('job_description is required.').waitFor();
    await page.locator('mark', { hasText: '"job_priority": "Soon"' }).waitFor();
    const reference = page.getByRole('link', { name: 'createJob' });
    expect(await reference.getAttribute('href')).toBe('/docs#createJob');
    await expectAccessible(page);
    const shown = await page.content();
    expect(shown).not.toContain(secret);
    expect(shown).not.toContain(key);
  },
);

inBrowser(
  'the reason of a refusal is one click from Overview, and its key can be given the scope',
  { as: olive },
  async ({ page, open }) => {
    await open('/api-keys');
    const key = await createKey(page, 'Scheduler', ['jobs:read']);
    const refused = await integrator(key).get('technicians');
    expect(refused.status).toBe(403);

    await open('');
    await page.getByRole('link', { name: 'Request log', exact: true }).click();
    const table = page.getByRole('table', { name: 'Request log' });
    const id = String(refused.body['request_id']);
    const row = table.getByRole('row').filter({ hasText: id });
    await row.getByText('This key lacks the scope technicians:read.').waitFor();
    await expectAccessible(page);
    await row.getByRole('link', { name: id }).click();

    await page.getByText('This key lacks technicians:read.').waitFor();
    await button(page, 'Edit scopes').click();
    const dialog = page.getByRole('dialog', { name: 'Scopes of Scheduler' });
    await dialog.getByRole('checkbox', { name: 'technicians:read', exact: true }).check();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('This key has technicians:read now.').waitFor();
    expect((await integrator(key).get('technicians')).status).toBe(200);
  },
);
