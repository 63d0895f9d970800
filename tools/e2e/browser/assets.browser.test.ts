import type { Locator, Page } from 'playwright-core';
import { eventually } from '@svc/testing';
import {
  aCompany,
  aHotel,
  applyManifest,
  givenCompany,
  noteUsed,
  type Api,
} from '../test/platform';
import { button, choose, columns, field, pickAction, row, section, unreachable } from './controls';
import { givenPeople } from './people';
import {
  DIALOG,
  dropResponses,
  expectAccessible,
  expectCount,
  expectEventually,
  expectFits,
  expectHeading,
  inBrowser,
} from './in-browser';

const SLUG = 'people-with-assets';
const COMPANY = `Company ${SLUG}`;

const [olive, marcus] = givenPeople(SLUG, COMPANY, [
  { name: 'Olive Owner', role: 'owner' },
  { name: 'Marcus Manager', role: 'manager' },
]);

let api: Api;

beforeAll(async () => {
  ({ api } = await givenCompany(SLUG));
  await applyManifest({
    company: aCompany(SLUG),
    customers: [aHotel(SLUG)],
    asset_types: [{ ref: 'pump', name: 'Pump' }],
    assets: [
      {
        ref: 'pump',
        asset_name: 'Fire pump',
        asset_type: 'pump',
        location: 'roof',
        serial_number: 'FP-1',
        status: 'Idle',
      },
    ],
  });
});

const read = async (assetId: number): Promise<unknown> =>
  (await api.get(`assets?id=${assetId}`)).body['data'];

const dialogOf = (page: Page, name: string): Locator => page.getByRole('dialog', { name });

inBrowser('a new asset, through its life', { as: marcus }, async ({ page, open }) => {
  const asset_name = 'Chiller <b>on the roof</b>';
  const serial_number = 'CH-4711';
  noteUsed({ asset_name, serial_number });

  await open('/assets');
  await expectHeading(page, 'Assets');
  await expectEventually(
    () => columns(page),
    ['Tag', 'Asset', 'Type', 'Status', 'Location', 'Assigned to'],
  );
  await button(page, 'New type').click();
  await field(dialogOf(page, 'New type'), 'Name').fill('Chiller');
  await button(dialogOf(page, 'New type'), 'Create type').click();
  await dialogOf(page, 'New type').waitFor({ state: 'detached' });

  await button(page, 'New asset').click();
  const dialog = dialogOf(page, 'New asset');
  await field(dialog, 'Name').fill(asset_name);
  await field(dialog, 'Purchase cost').fill('12500.5');
  await button(dialog, 'Create asset').click();
  await dialog.getByText('Choose a type.').waitFor();
  await expectEventually(() => field(dialog, 'Name').inputValue(), asset_name);
  await choose(dialog, 'Type', 'chil', 'Chiller');
  await choose(dialog, 'Customer', 'corner', 'Corner Bakery');
  await dialog.locator('input[value^="Shop"]').waitFor();
  await choose(dialog, 'Assigned to', 'ada', 'Ada Byron');
  await field(dialog, 'Serial number').fill(serial_number);
  await expectAccessible(page, DIALOG);
  await button(dialog, 'Create asset').dblclick();

  await expectHeading(page, asset_name);
  await expectEventually(
    () => page.title(),
    expect.stringMatching(/^Chiller <b>on the roof<\/b> · Asset AST-\d{6} · /),
  );
  const id = Number(page.url().split('/').at(-1));
  await page.locator('dl').getByText('$12,500.50').waitFor();
  expect(await read(id)).toMatchObject({
    asset_name,
    asset_type_name: 'Chiller',
    status: 'Active',
    location_name: 'Shop',
    assigned_to_name: 'Ada Byron',
    serial_number,
    purchase_cost: 12_500.5,
  });

  await button(page, 'Edit').click();
  const edit = dialogOf(page, 'Edit asset');
  await field(edit, 'Name').fill('');
  await button(edit, 'Save').click();
  await edit.getByText('Enter a name.').waitFor();
  await field(edit, 'Name').fill('Chiller');
  await field(edit, 'Notes').fill('Behind the\nlift shaft');
  await button(edit, 'Save').click();
  await page.locator('dl').getByText('lift shaft').waitFor();

  await button(page, 'Transfer').click();
  const transfer = dialogOf(page, 'Transfer');
  await button(transfer, 'Transfer').click();
  await transfer.getByText('Choose a customer.').waitFor();
  await choose(transfer, 'Customer', 'grand', 'Grand Hotel');
  await transfer.locator('input[value^="Roof"]').waitFor();
  await field(transfer, 'Reason').fill('More shade');
  await button(transfer, 'Transfer').click();
  const moved = section(page, 'Transfers').getByRole('row').filter({ hasText: 'More shade' });
  await moved.filter({ hasText: 'Shop' }).filter({ hasText: 'Roof' }).waitFor();

  await button(section(page, 'Service history'), 'Add service record').click();
  const service = dialogOf(page, 'Add service record');
  await field(service, 'Description').fill('New belt');
  await field(service, 'Warranty claim number').fill('W-1');
  await field(service, 'Cost').fill('80');
  await button(service, 'Add service record').click();
  await service.getByText('Choose a type of service.').waitFor();
  await choose(service, 'Type of service', '', 'Warranty claim');
  await service.getByLabel('Work under warranty').check();
  await choose(service, 'Technician', 'ada', 'Ada Byron');
  await button(service, 'Add service record').click();
  const done = section(page, 'Service history').getByRole('row').filter({ hasText: 'New belt' });
  await done.filter({ hasText: 'Ada Byron' }).filter({ hasText: '$80.00' }).waitFor();
  expect(await read(id)).toMatchObject({
    asset_name: 'Chiller',
    notes: 'Behind the\nlift shaft',
    location_name: 'Roof',
  });

  await button(page, 'Lost').click();
  await page.getByText('Asset lost.', { exact: true }).waitFor();
  await button(page, 'Decommissioned').waitFor();
  await button(page, 'Transfer').waitFor({ state: 'detached' });
  expect(await read(id)).toMatchObject({ status: 'Lost' });
  await button(page, 'Active').click();
  await button(page, 'Transfer').waitFor();

  await pickAction(page, 'Delete asset');
  const remove = dialogOf(page, 'Delete this asset?');
  await remove.getByText(/from all lists and the API/).waitFor();
  await button(remove, 'Delete asset').click();
  await page.getByText(/^This asset is deleted/).waitFor();
  expect((await api.get(`assets?id=${id}`)).status).toBe(404);
  await section(page, 'Service history').getByText('New belt').waitFor();
  await expectCount(button(page, 'Add meter'), 0);

  await open('/assets');
  await row(page, 'Fire pump').waitFor();
  await expectCount(page.getByRole('link', { name: 'Chiller', exact: true }), 0);
  await page.getByLabel('Deleted').check();
  await page.waitForURL(/deleted=true/);
  await page.getByRole('link', { name: 'Chiller', exact: true }).click();
  await button(page, 'Restore asset').click();
  await button(page, 'More actions').waitFor();
  expect((await api.get(`assets?id=${id}`)).status).toBe(200);
});

inBrowser(
  'meters, whose readings are drawn and call for service',
  { as: olive },
  async (browser) => {
    const { page, open } = browser;
    await open('/assets');
    await field(page, 'Search').fill('fp-1');
    await page.waitForURL(/search=fp-1/);
    await choose(page.locator('main'), 'Status', '', 'Idle');
    await choose(page.locator('main'), 'Type', 'pump', 'Pump');
    await page.waitForURL(/asset_type_id=\d+/);
    await row(page, 'Fire pump').waitFor();
    await page.reload();
    await row(page, 'Fire pump').waitFor();
    await expectEventually(() => field(page, 'Type').inputValue(), 'Pump');
    await page.getByRole('link', { name: 'Fire pump' }).click();
    await expectHeading(page, 'Fire pump');
    const id = Number(page.url().split('/').at(-1));

    const meters = section(page, 'Meters');
    await meters.getByText(/^No meters yet/).waitFor();
    await button(meters, 'Add meter').click();
    const add = dialogOf(page, 'Add meter');
    await button(add, 'Add meter').click();
    await add.getByText('Enter a name.').waitFor();
    await field(add, 'Name').fill('Run hours');
    await field(add, 'Unit').fill('h');
    await field(add, 'Threshold').fill('900');
    await button(add, 'Add meter').click();
    const meter = meters.getByRole('article', { name: 'Run hours' });
    await meter.getByText('Threshold 900 h').waitFor();

    await button(meters, 'Add meter').click();
    await field(add, 'Name').fill('run HOURS');
    await button(add, 'Add meter').click();
    await add.getByText('The asset has a meter named Run hours already.').waitFor();
    await button(add, 'Close').click();
    await button(dialogOf(page, 'Leave without saving?'), 'Leave').click();

    const reading = dialogOf(page, 'Add reading');
    for (const [value, date] of [
      ['120', '2026-01-05'],
      ['480.5', '2026-02-09'],
    ] as const) {
      await button(meter, 'Add reading').click();
      await field(reading, 'Reading').fill(value);
      await field(reading, 'Date').fill(date);
      await button(reading, 'Add reading').click();
      await meter.getByText(`${value} h on`).waitFor();
    }
    const drawing = meter.getByRole('img', {
      name: /^Readings of Run hours: from 120 h to 480.5 h/,
    });
    await drawing.waitFor();

    await button(meter, 'Edit meter').click();
    const edit = dialogOf(page, 'Edit meter');
    await field(edit, 'Name').fill('Hours');
    await field(edit, 'Threshold').fill('500');
    await button(edit, 'Save').click();
    const renamed = meters.getByRole('article', { name: 'Hours' });
    await renamed.getByText('Threshold 500 h').first().waitFor();

    await button(renamed, 'Add reading').click();
    await reading.getByText(/At 500 h or more, a job is created/).waitFor();
    await button(reading, 'Add reading').click();
    await reading.getByText('Enter a reading.').waitFor();
    await field(reading, 'Reading').fill('510');
    // Sending again must not create a second reading.
    const readings = (url: URL) => url.searchParams.get('sub') === 'meter_reading';
    await dropResponses(page, readings, async () => {
      await button(reading, 'Add reading').click();
      await unreachable(reading).waitFor();
    });
    await field(reading, 'Reading').fill('511');
    await button(reading, 'Add reading').click();
    await reading.getByText(/^Your first request was saved/).waitFor();
    await field(reading, 'Reading').fill('510');
    await button(reading, 'Add reading').dblclick();
    await renamed.getByText('Threshold reached').waitFor();
    await renamed.getByText('Show as table').click();
    const values = renamed.getByRole('table', { name: 'Readings of Hours' });
    await expectEventually(
      () => values.getByRole('row').allTextContents(),
      ['DateReading', expect.stringMatching(/510 h$/), 'Feb 9, 2026480.5 h', 'Jan 5, 2026120 h'],
    );
    await expectAccessible(page);
    await eventually(async () => {
      const jobs = (await api.get('jobs')).body['data'] as { job_id: number }[];
      const [job] = await Promise.all(
        jobs.map(async ({ job_id: jobId }) => (await api.get(`jobs?id=${jobId}`)).body['data']),
      );
      expect(job).toMatchObject({
        assets: [{ asset_id: id, relationship_type: 'meter_threshold' }],
      });
    });

    await page.setViewportSize({ width: 360, height: 740 });
    await drawing.or(renamed.getByRole('img')).first().waitFor();
    await expectFits(page);
    await open('/assets/999999');
    await page.getByText('Asset not found.').waitFor();
  },
);
