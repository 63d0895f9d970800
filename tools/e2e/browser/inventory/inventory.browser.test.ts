import type { Locator } from 'playwright-core';
import { aCompany, applyManifest, givenCompany, noteUsed, type Api } from '../../test/platform';
import { button, columns, field, row, section, unreachable } from '../controls';
import { givenPeople } from '../people';
import {
  DIALOG,
  dropResponses,
  expectAccessible,
  expectCount,
  expectEventually,
  expectFits,
  expectHeading,
  inBrowser,
} from '../in-browser';

const SLUG = 'people-with-stock';

const [olive, marcus] = givenPeople(SLUG, `Company ${SLUG}`, [
  { name: 'Olive Owner', role: 'owner' },
  { name: 'Marcus Manager', role: 'manager' },
]);

let api: Api;
beforeAll(async () => {
  ({ api } = await givenCompany(SLUG));
  await applyManifest({
    company: aCompany(SLUG),
    suppliers: [{ ref: 'parts', name: 'Parts & Co' }],
    inventory_locations: [
      { ref: 'main', location_name: 'Main <b>store</b>', location_type: 'warehouse' },
      { ref: 'van', location_name: 'Van 7', location_type: 'vehicle' },
      { ref: 'attic', location_name: 'Attic', location_type: 'other', is_active: false },
    ],
  });
});

async function choose(within: Locator, name: string, typed: string, option: string): Promise<void> {
  await field(within, name).fill(typed);
  await within.page().getByRole('option', { name: option, exact: true }).click();
}

inBrowser(
  'places and suppliers are added and changed, by names of their own',
  { as: olive },
  async ({ page, open }) => {
    await open('/inventory');
    await page.getByRole('link', { name: 'Locations', exact: true }).click();
    await expectHeading(page, 'Inventory locations');
    const added = page.getByRole('dialog', { name: 'New location' });
    for (const [name, type] of [
      ['North depot', 'Warehouse'],
      ['Shed', 'Other'],
    ] as const) {
      await button(page, 'New location').click();
      await field(added, 'Name').fill(name);
      await added.getByRole('combobox', { name: 'Type' }).click();
      await page.getByRole('option', { name: type }).click();
      await button(added, 'Create location').dblclick();
      await row(page, name).getByText(type).waitFor();
    }
    await expectCount(page.getByRole('row'), 6);

    await button(page, 'Edit Shed').click();
    const edited = page.getByRole('dialog', { name: 'Edit location' });
    await field(edited, 'Name').fill('van 7');
    await button(edited, 'Save').click();
    await edited.getByText('There is a location called van 7 already.').waitFor();
    await field(edited, 'Name').fill('Old shed');
    await field(edited, 'City').fill('Albany');
    await edited.getByLabel('Active').uncheck();
    await button(edited, 'Save').click();
    await row(page, 'Old shed').getByText('Inactive').waitFor();
    await page.getByLabel('Active only').check();
    await page.waitForURL(/active_only=true/);
    await expectCount(row(page, 'Old shed'), 0);
    await expectAccessible(page);
    const read = await page.request.get('/dashboard/api/inventory-locations?search=shed');
    expect(((await read.json()) as { data: unknown }).data).toMatchObject([
      { location_name: 'Old shed', city: 'Albany', is_active: false, location_type: 'other' },
    ]);

    await open('/inventory/suppliers');
    await button(page, 'New supplier').click();
    const supplier = page.getByRole('dialog', { name: 'New supplier' });
    await button(supplier, 'Create supplier').click();
    await supplier.getByText('Enter a name.').waitFor();
    await field(supplier, 'Name').fill('PARTS & co');
    await button(supplier, 'Create supplier').click();
    await supplier.getByText('There is a supplier called PARTS & co already.').waitFor();
    await field(supplier, 'Name').fill('Zinc Co');
    await button(supplier, 'Create supplier').click();
    await button(page, 'Edit Zinc Co').click();
    await field(page.getByRole('dialog', { name: 'Edit supplier' }), 'Name').fill('Zinc works');
    await button(page, 'Save').click();
    await row(page, 'Zinc works').waitFor();
    await expectAccessible(page);
  },
);

inBrowser(
  'items are made, their stock is adjusted and transferred once, and the ledger tells',
  { as: marcus },
  async ({ page, open }) => {
    noteUsed({ part_name: 'Belt <i>wide</i>', reason: 'Found behind the shelf' });
    await open('/inventory');
    await expectHeading(page, 'Inventory');
    await button(page, 'New item').click();
    const item = page.getByRole('dialog', { name: 'New item' });
    await button(item, 'Create item').click();
    await item.getByText('Enter a part number.').waitFor();
    await field(item, 'Part number').fill('B-100');
    await field(item, 'Name').fill('Belt <i>wide</i>');
    await field(item, 'Category').fill('Drive');
    await field(item, 'Minimum').fill('3');
    await field(item, 'Cost per unit').fill('0.0125');
    await choose(item, 'Supplier', 'parts', 'Parts & Co');
    await field(item, 'On hand').fill('10');
    await button(item, 'Create item').click();
    await item.getByText(/^Warehouse or location must name/).waitFor();
    await choose(item, 'Location', 'main', 'Main <b>store</b>');
    await expectAccessible(page, DIALOG);
    await button(item, 'Create item').dblclick();

    await expectHeading(page, 'Belt <i>wide</i>');
    const id = Number(page.url().split('/').at(-1));
    const read = async (sub = '') => (await api.get(`inventory?id=${id}${sub}`)).body['data'];
    expect(await read()).toMatchObject({
      item: {
        part_number: 'B-100',
        category: 'Drive',
        quantity_on_hand: 10,
        cost_per_unit: 0.0125,
      },
    });
    await page.getByText('$0.0125').waitFor();
    await page.getByText('Parts & Co').waitFor();

    await button(page, 'Adjust stock').click();
    const adjust = page.getByRole('dialog', { name: 'Adjust stock' });
    await adjust.getByText('10 on hand, 10 available.').waitFor();
    await field(adjust, 'Quantity').fill('-11');
    await field(adjust, 'Reason').fill('Found behind the shelf');
    await button(adjust, 'Adjust stock').click();
    await adjust.getByText(/^Only 10 of the item can be taken/).waitFor();
    await field(adjust, 'Quantity').fill('-2');
    await expectAccessible(page, DIALOG);
    await dropResponses(page, '**/adjust', async () => {
      await button(adjust, 'Adjust stock').click();
      await unreachable(adjust).waitFor();
    });
    await field(adjust, 'Quantity').fill('-3');
    await button(adjust, 'Adjust stock').click();
    await adjust.getByText(/^Your first request was saved/).waitFor();
    await field(adjust, 'Quantity').fill('-2');
    await button(adjust, 'Adjust stock').dblclick();
    await adjust.waitFor({ state: 'detached' });
    await row(page, 'Found behind the shelf').getByText('−2').waitFor();
    await row(page, 'Found behind the shelf').getByText('Marcus Manager').waitFor();
    await expectCount(row(page, 'Found behind the shelf'), 1);

    await button(page, 'Transfer stock').click();
    const transfer = page.getByRole('dialog', { name: 'Transfer stock' });
    await field(transfer, 'To').fill('attic');
    await page.getByText('No matches.').waitFor();
    await choose(transfer, 'To', 'main', 'Main <b>store</b>');
    await field(transfer, 'Quantity').fill('6');
    await button(transfer, 'Transfer stock').click();
    await transfer.getByText('From location and to location are the same.').waitFor();
    await choose(transfer, 'To', 'van', 'Van 7');
    await button(transfer, 'Transfer stock').dblclick();
    await transfer.waitFor({ state: 'detached' });
    await section(page, 'Stock by location')
      .getByRole('row', { name: /^Van 7 Vehicle 6 0 6/ })
      .waitFor();
    await row(page, 'To Van 7').getByText('Transferred out').waitFor();
    expect(await read('&sub=stock')).toMatchObject([{ quantity: 2 }, { quantity: 6 }]);
    await section(page, 'Ledger').getByRole('combobox', { name: 'Transaction' }).click();
    await page.getByRole('option', { name: 'Adjusted' }).click();
    await page.waitForURL(/type=Adjust/);
    await expectCount(section(page, 'Ledger').getByRole('row'), 2);

    // A concurrent change of another field must stay.
    await button(page, 'Edit').click();
    const edit = page.getByRole('dialog', { name: 'Edit item' });
    await api.patch(`inventory?id=${id}`, { category: 'Belts' });
    await field(edit, 'Minimum').fill('8');
    await field(edit, 'Part number').fill('');
    await button(edit, 'Save').click();
    await edit.getByText('Enter a part number.').waitFor();
    await field(edit, 'Part number').fill('B-101');
    await button(edit, 'Save').click();
    await page.getByText('Low stock: 8 left, minimum 8.').waitFor();
    await expectAccessible(page);
    expect(await read()).toMatchObject({
      item: { part_number: 'B-101', category: 'Belts', min_stock_level: 8 },
    });
  },
);

describe('a company with many items', () => {
  const MANY = 'people-with-parts';
  const [otto] = givenPeople(MANY, `Company ${MANY}`, [{ name: 'Otto Owner', role: 'owner' }]);
  const clamps = Array.from({ length: 27 }, (_, n) => ({
    part_number: `C-${n + 10}`,
    part_name: `Clamp ${n + 10}`,
    category: 'Clamps',
  }));
  beforeAll(() =>
    applyManifest({
      company: aCompany(MANY),
      inventory_locations: [{ ref: 'main', location_name: 'Main', location_type: 'warehouse' }],
      inventory_items: [
        ...clamps,
        {
          part_number: 'B-101',
          part_name: 'Belt <i>wide</i>',
          min_stock_level: 8,
          stock: { main: 8 },
        },
      ],
    }),
  );

  inBrowser(
    'has them by number, and finds them by text, category and low stock',
    { as: otto, width: 360 },
    async ({ page, open }) => {
      await open('/inventory');
      await expectHeading(page, 'Inventory');
      await expectEventually(
        () => columns(page),
        ['Part', 'Name', 'On hand', 'Reserved', 'Available', 'Minimum'],
      );
      await page.getByText('1–25 of 28').waitFor();
      await row(page, 'Belt <i>wide</i>').getByText('Low stock', { exact: true }).waitFor();
      await expectFits(page);
      await button(page, 'Page 2').click();
      await row(page, 'C-36').waitFor();
      await button(page, 'Filters').click();
      await page.getByLabel('Low stock').check();
      await page.waitForURL(/low_stock=true/);
      await button(page, 'Filters (1)').waitFor();
      await expectCount(page.getByRole('row'), 2);
      await row(page, 'B-101').waitFor();
      await open('/inventory?category=Clamps');
      await field(page, 'Search').fill('mp 17');
      await page.waitForURL(/category=Clamps&search=mp(\+|%20)17/);
      await expectCount(page.getByRole('row'), 2);
      await row(page, 'Clamp 17').getByRole('link').click();
      await expectHeading(page, 'Clamp 17');
      await page.getByText('No stock yet.').waitFor();
      await expectFits(page);
    },
  );
});

describe('a company without inventory', () => {
  const WITHOUT = 'people-without-stock';
  const [nora] = givenPeople(WITHOUT, `Company ${WITHOUT}`, [{ name: 'Nora', role: 'owner' }]);
  beforeAll(() => applyManifest({ company: { ...aCompany(WITHOUT), features: [] } }));

  inBrowser('has no such page', { as: nora }, async ({ page, open }) => {
    await open('/inventory');
    await expectHeading(page, 'Page not found');
    await expectCount(page.getByRole('link', { name: 'Inventory', exact: true }), 0);
  });
});
