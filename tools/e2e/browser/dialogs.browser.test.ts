import { aCompany, applyManifest, givenCompany, givenJob } from '../test/platform';
import { button, field } from './controls';
import { describeDialogs, expectFocus } from './every-dialog';
import { callDashboardAs, givenPeople } from './people';
import { expectHeading, inBrowser } from './in-browser';

const SLUG = 'people-with-dialogs';
const COMPANY = `Company ${SLUG}`;

const [olive, max] = givenPeople(SLUG, COMPANY, [
  { name: 'Olive Owner', role: 'owner' },
  { name: 'Max Manager', role: 'manager' },
]);

let ids: Readonly<Record<'job' | 'customer' | 'asset', unknown>>;
beforeAll(async () => {
  const { api, ids: given } = await givenCompany(SLUG);
  const [shop, ada] = [given.customer_locations['shop'], given.technicians['ada']];
  const more = await applyManifest({
    company: { ...aCompany(SLUG), name: COMPANY },
    inventory_locations: [
      { ref: 'main', location_name: 'Main warehouse', location_type: 'warehouse' },
    ],
    inventory_items: [{ ref: 'belt', part_number: 'B-1', part_name: 'Belt', stock: { main: 5 } }],
    asset_types: [{ ref: 'pump', name: 'Pump' }],
    assets: [
      {
        ref: 'pump',
        asset_name: 'Fire pump',
        asset_type: 'pump',
        serial_number: 'FP-1',
        meters: [{ ref: 'hours', name: 'Run hours', unit: 'h', threshold: 500 }],
      },
    ],
  });
  const [item, main] = [more.inventory_items['belt'], more.inventory_locations['main']];
  const job = await givenJob(api, shop, 'Replace the belt', {
    assigned_technician_id: ada,
    scheduled_start: '2027-03-02T09:00:00',
    scheduled_end: '2027-03-02T10:30:00',
  });
  const ask = await callDashboardAs(olive);
  await ask('PUT', `jobs/${job}/requirements`, {
    expected_version: 1,
    required_skills: [{ skill_name: 'Refrigeration', skill_level: 2 }],
    required_parts: [{ item_id: item, location_id: main, quantity: 1 }],
  });
  const invoice = { total_cents: 1_000, currency: 'USD', idempotency_key: 'one' };
  await ask('POST', `jobs/${job}/invoices`, invoice);
  ids = { job, customer: given.customers['bakery'], asset: more.assets['pump'] };
});

describeDialogs(olive, [
  { name: 'Jobs', path: '/jobs', opens: ['New job'], offers: ['Status', 'Priority', 'Technician'] },
  {
    name: 'Replace the belt',
    path: '/jobs',
    of: () => ids.job,
    opens: ['Edit', 'Edit skills', 'Edit parts', 'New invoice', 'Record payment'],
    more: ['Delete job'],
  },
  {
    name: 'Corner Bakery',
    path: '/customers',
    of: () => ids.customer,
    opens: ['New job', 'New asset', 'Edit', 'Add location'],
    more: ['Remove customer'],
  },
  {
    name: 'Assets',
    path: '/assets',
    opens: ['New asset', 'New type'],
    offers: ['Status', 'Type'],
  },
  {
    name: 'Fire pump',
    path: '/assets',
    of: () => ids.asset,
    opens: ['Edit', 'Transfer', 'Add service record', 'Add meter', 'Edit meter', 'Add reading'],
    more: ['Delete asset'],
  },
]);

inBrowser('what is refused leaves the focus in the dialog', { as: max }, async (browser) => {
  const { page, open } = browser;
  await open('/jobs');
  await page.getByRole('link', { name: 'Replace the belt' }).press('Enter');
  await expectHeading(page, 'Replace the belt');
  await expectFocus(page.getByRole('heading', { level: 1 }));
  await button(page, 'Edit').press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Edit job' });
  await field(dialog, 'Title').fill('Replace both belts');
  // Offline is an error of the form, not of a field.
  await page.context().setOffline(true);
  await button(dialog, 'Save').press('Enter');
  await dialog.getByRole('alert').waitFor();
  await expectFocus(button(dialog, 'Save'));
  await page.context().setOffline(false);
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await expectFocus(button(page, 'Edit'));
});
