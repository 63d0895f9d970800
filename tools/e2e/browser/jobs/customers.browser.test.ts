import type { Locator, Page } from 'playwright-core';
import { givenCompany, givenJob, noteUsed, type Api } from '../../test/platform';
import { button, choose, columns, field, pickAction, row, section } from '../controls';
import { givenPeople } from '../people';
import { givenServiceRequest } from '../service-requests';
import {
  DIALOG,
  expectAccessible,
  expectCount,
  expectEventually,
  expectHeading,
  inBrowser,
  openLive,
} from '../in-browser';

const SLUG = 'people-with-customers';

const [olive, marcus] = givenPeople(SLUG, `Company ${SLUG}`, [
  { name: 'Olive Owner', role: 'owner' },
  { name: 'Marcus Manager', role: 'manager' },
]);

let api: Api;
let bakery: number;

beforeAll(async () => {
  const given = await givenCompany(SLUG);
  api = given.api;
  bakery = Number(given.ids.customers['bakery']);
});

const ADDRESS = {
  address_street: '9 High Street',
  address_city: 'New York',
  address_state: 'NY',
  address_zip: '10001',
};

const idInAddress = (page: Page): number => Number(page.url().split('/').at(-1));

describe('customers', () => {
  inBrowser(
    'are created, changed, given a location, removed and restored',
    { as: marcus },
    async (browser) => {
      const { page, open } = browser;
      const hotel = {
        name: 'Grand <b>Hotel</b>',
        email: `desk@${SLUG}.example`,
        phone: '+12125550142',
      };
      noteUsed(hotel);
      await open('/customers');
      await expectHeading(page, 'Customers');
      await expectEventually(
        () => columns(page),
        ['Customer', 'E-mail', 'Phone', 'Locations', 'Updated'],
      );
      await button(page, 'New customer').click();
      const dialog = page.getByRole('dialog', { name: 'New customer' });
      await field(dialog, 'Name').fill(hotel.name);
      await field(dialog, 'E-mail').fill(`office@${SLUG}.example`);
      await field(dialog, 'Phone').fill(hotel.phone);
      await button(dialog, 'Create customer').click();
      await dialog.getByText(/\(Corner Bakery\) has this e-mail address already/).waitFor();
      await expectEventually(() => field(dialog, 'E-mail').getAttribute('aria-invalid'), 'true');
      await expectEventually(() => field(dialog, 'Name').inputValue(), hotel.name);
      await field(dialog, 'E-mail').fill(hotel.email);
      await button(dialog, 'Create customer').click();

      await expectHeading(page, hotel.name);
      const id = idInAddress(page);
      const read = async () => (await api.get(`customers?id=${id}&include=locations`)).body['data'];
      expect(await read()).toMatchObject({
        customer_name: hotel.name,
        customer_email: hotel.email,
      });

      await button(page, 'Edit').click();
      const edit = page.getByRole('dialog', { name: 'Edit customer' });
      await field(edit, 'Name').fill('Grand Hotel');
      const phone = '+12125550143';
      noteUsed({ phone });
      await field(edit, 'Phone').fill(phone);
      await api.put(`customers?id=${id}`, { default_sla_hours: 8 });
      await button(edit, 'Save').click();
      await edit.getByText('This customer has changed.').waitFor();
      await expectEventually(() => field(edit, 'Response time').inputValue(), '8 hours');
      await button(edit, 'Save').click();
      await page.getByText('8 hours', { exact: true }).waitFor();
      await section(page, 'History')
        .getByText('changed phone from (212) 555-0142 to (212) 555-0143')
        .waitFor();
      await api.put(`customers?id=${id}`, { external_id: phone });
      await section(page, 'History').getByText(phone).waitFor();

      await button(page, 'Add location').click();
      const add = page.getByRole('dialog', { name: 'Add location' });
      await field(add, 'Name').fill('Roof');
      await field(add, 'Street').fill('9 High Street');
      await field(add, 'City').fill('New York');
      await field(add, 'State').fill('XX');
      await field(add, 'ZIP').fill('10001');
      await button(add, 'Add location').click();
      await add.getByText(/^State must be the two letters/).waitFor();
      await field(add, 'State').fill('ny');
      await button(add, 'Add location').click();
      await section(page, 'Locations').getByText('9 High Street, New York, NY 10001').waitFor();
      expect(await read()).toMatchObject({
        customer_name: 'Grand Hotel',
        default_sla_hours: 8,
        locations: [{ location_name: 'Roof', is_primary: true }],
      });

      await pickAction(page, 'Remove customer');
      const remove = page.getByRole('dialog', { name: 'Remove this customer?' });
      await remove.getByText(/from all lists and the API/).waitFor();
      await button(remove, 'Remove customer').click();
      await page.getByText(/^This customer was removed on/).waitFor();
      expect((await api.get(`customers?id=${id}`)).status).toBe(404);
      await section(page, 'Locations').getByText('Roof').waitFor();

      await open('/customers');
      await row(page, 'Corner Bakery').waitFor();
      await expectCount(row(page, 'Grand Hotel'), 0);
      await page.getByLabel('Removed').check();
      await page.waitForURL(/removed=1/);
      await page.getByRole('link', { name: 'Grand Hotel' }).click();
      await button(page, 'Restore customer').click();
      await button(page, 'More actions').waitFor();
      expect((await api.get(`customers?id=${id}`)).status).toBe(200);
    },
  );

  inBrowser('are searched, and shown with their jobs', { as: olive }, async ({ page, open }) => {
    const title = 'Oven is cold';
    const { data } = (await api.get(`customers?id=${bakery}&include=locations`)).body as {
      data: { locations: { location_id: number }[] };
    };
    await givenJob(api, data.locations[0]?.location_id, title);

    await open('/customers');
    await field(page, 'Search').fill('corner');
    await page.waitForURL(/search=corner/);
    await page.getByRole('link', { name: 'Corner Bakery' }).click();
    await expectHeading(page, 'Corner Bakery');
    await section(page, 'Open jobs').getByRole('link', { name: title }).waitFor();
    await section(page, 'Closed jobs').getByText('No closed jobs.').waitFor();
    await button(page, 'New job').click();
    const itsJob = page.getByRole('dialog', { name: 'New job' });
    await expectEventually(() => field(itsJob, 'Customer').inputValue(), 'Corner Bakery');
    await itsJob.locator('input[value^="Shop"]').waitFor();
    await page.keyboard.press('Escape');
    await button(page, 'New asset').click();
    const itsAsset = page.getByRole('dialog', { name: 'New asset' });
    await expectEventually(() => field(itsAsset, 'Customer').inputValue(), 'Corner Bakery');
    await itsAsset.locator('input[value^="Shop"]').waitFor();
    await section(page, 'Assets').getByText("No assets at this customer's locations.").waitFor();

    // Locations beyond the first page are found by search.
    const { body } = await api.post('customers', {
      customer_name: 'Harbor Docks',
      customer_email: `harbor@${SLUG}.example`,
      customer_phone: '+12125550177',
      default_sla_hours: 24,
    });
    const { customer_id: docks } = body['data'] as { customer_id: number };
    const addDock = (location_name: string) =>
      api.post(`customers?id=${docks}&locations=1`, { ...ADDRESS, location_name });
    await Promise.all(Array.from({ length: 100 }, (_, n) => addDock(`Dock ${n + 100}`)));
    await addDock('Dry dock');
    await open('/jobs');
    await button(page, 'New job').click();
    const newJob = page.getByRole('dialog', { name: 'New job' });
    await choose(newJob, 'Customer', 'harbor', 'Harbor Docks');
    await choose(newJob, 'Location', 'dry', 'Dry dock');
    await expectEventually(
      () => field(newJob, 'Location').inputValue(),
      expect.stringMatching(/^Dry dock, 9 High Street/),
    );

    await open('/customers?search=nobody');
    await page.getByText('No customers match these filters.').waitFor();
    await open('/customers/999999');
    await page.getByText('Customer not found.').waitFor();
  });
});

describe('service requests', () => {
  inBrowser('become a job with their customer and text, once', { as: marcus }, async (browser) => {
    const { page, open } = browser;
    const description = 'The display case hums.\nIt began on Monday and gets louder.';
    const id = await givenServiceRequest(SLUG, description, {
      source: 'portal',
      customer_id: bakery,
    });

    await open('/service-requests');
    await expectHeading(page, 'Service requests');
    await expectEventually(
      () => columns(page),
      ['Received', 'From', 'Subject', 'Source', 'Status'],
    );
    const request = row(page, 'The display case hums.');
    await request.getByText('Customer portal').waitFor();
    await request.getByText('New', { exact: true }).waitFor();
    await request.getByRole('link').click();
    await expectHeading(page, 'The display case hums.');
    expect(idInAddress(page)).toBe(id);

    await button(page, 'Create job').click();
    const dialog = page.getByRole('dialog', { name: 'Create job' });
    await expectEventually(() => field(dialog, 'Title').inputValue(), 'The display case hums.');
    await expectEventually(() => field(dialog, 'Description').inputValue(), description);
    await expectEventually(() => field(dialog, 'Customer').inputValue(), 'Corner Bakery');
    await dialog
      .getByRole('combobox', { name: 'Location' })
      .and(dialog.locator('[value^="Shop"]'))
      .waitFor();
    await field(dialog, 'Title').fill('');
    await button(dialog, 'Create job').click();
    await dialog.getByText('Enter a title.').waitFor();
    await field(dialog, 'Title').fill('Quieten the display case');
    await button(dialog, 'Create job').dblclick();

    await page.getByText('Job created', { exact: true }).waitFor();
    await expectCount(button(page, 'Create job'), 0);
    await expectCount(button(page, 'Decline'), 0);
    const { body } = await api.get('jobs?per_page=100');
    const jobs = body['data'] as { job_title: string; customer_id: number }[];
    expect(jobs.filter((each) => each.job_title === 'Quieten the display case')).toMatchObject([
      { customer_id: bakery, job_description: description },
    ]);
    await page.getByRole('link', { name: /^Job \d+$/ }).click();
    await expectHeading(page, 'Quieten the display case');
  });

  inBrowser(
    'of a stranger become a customer and a job in six clicks',
    { as: olive },
    async (browser) => {
      const { page, open } = browser;
      const subject = 'The basement smells of gas near the boiler.';
      const phone = '+12125550188';
      noteUsed({ phone });
      await givenServiceRequest(SLUG, subject, { contact_phone: phone });
      let clicks = 0;
      const click = async (target: Locator): Promise<void> => {
        clicks += 1;
        await target.click();
      };
      await open('');
      const navigation = page.getByRole('navigation').first();
      await click(navigation.getByRole('link', { name: /^Service requests/ }));
      await click(row(page, subject).getByRole('link'));
      await expectHeading(page, subject);
      await page.getByText('Sounds urgent').waitFor();
      await page.getByRole('link', { name: '(212) 555-0188' }).waitFor();

      await click(button(page, 'New customer and job'));
      const customer = page.getByRole('dialog', { name: 'New customer' });
      await expectEventually(() => field(customer, 'Name').inputValue(), 'Vera Visitor');
      await expectEventually(() => field(customer, 'E-mail').inputValue(), `vera@${SLUG}.example`);
      await expectEventually(() => field(customer, 'Phone').inputValue(), phone);
      await field(customer, 'Street').fill('9 High Street');
      await field(customer, 'City').fill('New York');
      await field(customer, 'State').fill('NY');
      await field(customer, 'ZIP').fill('1000');
      await button(customer, 'Create customer').press('Enter');
      await expectEventually(() => field(customer, 'ZIP').getAttribute('aria-invalid'), 'true');
      await field(customer, 'ZIP').fill('10001');
      await click(button(customer, 'Create customer'));

      const job = page.getByRole('dialog', { name: 'Create job' });
      await expectEventually(() => field(job, 'Customer').inputValue(), 'Vera Visitor');
      await expectEventually(
        () => field(job, 'Location').inputValue(),
        'Vera Visitor, 9 High Street, New York',
      );
      await click(button(job, 'Create job'));
      await page.getByText('Job created', { exact: true }).waitFor();
      expect(clicks).toBeLessThanOrEqual(6);
    },
  );

  inBrowser('are declined, listed by status, and counted', { as: olive }, async (browser) => {
    const { page, open } = browser;
    const count = page.getByRole('navigation', { name: 'Pages' }).getByText('1 new');
    await openLive(page, '/customers', 'Customers');
    await expectCount(count, 0);
    const id = await givenServiceRequest(SLUG, 'Please paint the fence in red, and quickly.');
    await count.waitFor();

    await open(`/service-requests/${id}`);
    await page.getByText('Not a customer yet').waitFor();
    await button(page, 'Decline').click();
    const dialog = page.getByRole('dialog', { name: 'Decline this service request?' });
    await dialog.waitFor();
    await button(dialog, 'Decline').click();
    await page.getByText('Declined', { exact: true }).waitFor();
    await expectCount(button(page, 'Create job'), 0);
    await expectCount(count, 0);

    await open('/service-requests?status=Declined');
    await row(page, 'Please paint the fence').waitFor();
    await expectCount(page.getByRole('row'), 2);
  });
});

describe('technicians', () => {
  inBrowser('are added and changed, with skills and the week', { as: marcus }, async (browser) => {
    const { page, open, pageOf } = browser;
    const grace = { email: `grace@${SLUG}.example`, phone: '+12125550177' };
    const phone = '+12125550178';
    noteUsed({ grace, phone });
    await open('/technicians');
    await expectHeading(page, 'Technicians');
    await expectEventually(
      () => columns(page),
      ['Name', 'Status', 'Availability', 'Skills', 'Phone'],
    );
    await button(page, 'New technician').click();
    const dialog = page.getByRole('dialog', { name: 'New technician' });
    await field(dialog, 'First name').fill('Grace');
    await field(dialog, 'Last name').fill('Hopper');
    await field(dialog, 'E-mail').fill(`ada@${SLUG}.example`);
    await field(dialog, 'Phone').fill(grace.phone);
    await button(dialog, 'Add skill').click();
    await field(dialog, 'Skill 1').fill('Refrigeration');
    await field(dialog, 'Level of skill 1').fill('4');
    await expectAccessible(page, DIALOG);
    await button(dialog, 'Create technician').click();
    await dialog.getByText('The technician Ada Byron has this e-mail address already.').waitFor();
    await field(dialog, 'E-mail').fill(grace.email);
    await button(dialog, 'Create technician').click();

    await expectHeading(page, 'Grace Hopper');
    const id = idInAddress(page);
    const read = async () => (await api.get(`technicians?id=${id}`)).body['data'];
    await page.getByText('Refrigeration, level 4').waitFor();
    await row(page, 'Friday').getByText('8:00 AM – 5:00 PM').waitFor();
    expect(await read()).toMatchObject({
      ...grace,
      status: 'Active',
      skills: [{ skill_name: 'Refrigeration', skill_level: 4 }],
    });

    await button(page, 'Edit').click();
    const edit = page.getByRole('dialog', { name: 'Edit technician' });
    await field(edit, 'To 1').fill('07:00');
    await button(edit, 'Save').click();
    await edit.getByText(/^Schedule has a shift that ends at 07:00:00/).waitFor();
    await field(edit, 'To 1').fill('12:00');
    await button(edit, 'Remove hours 5').click();
    const other = await pageOf(olive);
    await other.goto(page.url());
    await button(other, 'Edit').click();
    const quicker = other.getByRole('dialog', { name: 'Edit technician' });
    await field(quicker, 'Phone').fill(phone);
    await button(quicker, 'Save').click();
    await quicker.waitFor({ state: 'detached' });
    await button(edit, 'Save').click();
    await edit.getByText('This technician has changed.').waitFor();
    await expectEventually(() => field(edit, 'Phone').inputValue(), phone);
    await button(edit, 'Save').click();
    await page.locator('dl').getByText('(212) 555-0178').waitFor();
    await row(page, 'Monday').getByText('8:00 AM – 12:00 PM').waitFor();
    await row(page, 'Friday').getByText('Off').waitFor();

    await open('/technicians?status=Active');
    await field(page, 'Search').fill('hop');
    await page.waitForURL(/search=hop/);
    await row(page, 'Grace Hopper').getByText('Refrigeration').waitFor();
    await expectCount(page.getByRole('row'), 2);
  });
});
