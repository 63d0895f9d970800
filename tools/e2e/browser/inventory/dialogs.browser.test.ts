import { aCompany, applyManifest } from '../../test/platform';
import { describeDialogs } from '../every-dialog';
import { givenPeople } from '../people';

const SLUG = 'people-with-inventory-dialogs';
const COMPANY = `Company ${SLUG}`;

const [olive] = givenPeople(SLUG, COMPANY, [{ name: 'Olive Owner', role: 'owner' }]);

let item: unknown;
beforeAll(async () => {
  const { inventory_items: items } = await applyManifest({
    company: { ...aCompany(SLUG), name: COMPANY },
    suppliers: [{ ref: 'parts', name: 'Parts & Co' }],
    inventory_locations: [
      { ref: 'main', location_name: 'Main warehouse', location_type: 'warehouse' },
    ],
    inventory_items: [{ ref: 'belt', part_number: 'B-1', part_name: 'Belt', stock: { main: 5 } }],
  });
  item = items['belt'];
});

describeDialogs(olive, [
  { name: 'Inventory', path: '/inventory', opens: ['New item'] },
  {
    name: 'Belt',
    path: '/inventory',
    of: () => item,
    opens: ['Edit', 'Adjust stock', 'Transfer stock'],
    offers: ['Transaction'],
  },
  {
    name: 'Inventory locations',
    path: '/inventory/locations',
    opens: ['New location', 'Edit Main warehouse'],
  },
  { name: 'Suppliers', path: '/inventory/suppliers', opens: ['New supplier', 'Edit Parts & Co'] },
]);
