import { eventually } from '@svc/testing';
import type { Locator, Page } from 'playwright-core';
import {
  aCompany,
  aHotel,
  applyManifest,
  givenCompany,
  givenJob,
  type Api,
} from '../../test/platform';
import { button, choose, clickForTab } from '../controls';
import { expectFocus } from '../every-dialog';
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

const SLUG = 'people-who-plan';
const COMPANY = `Company ${SLUG}`;

const [marcus] = givenPeople(SLUG, COMPANY, [{ name: 'Marcus Manager', role: 'manager' }]);

let api: Api;
let shop: number;
let technicians: Readonly<Record<string, number>>;
let needy: number;

const shift = (day: number) => ({
  day_of_week: day,
  start_time: '08:00:00',
  end_time: '17:00:00',
  is_available: true,
});

beforeAll(async () => {
  const given = await givenCompany(SLUG);
  api = given.api;
  shop = Number(given.ids.customer_locations['shop']);
  const applied = await applyManifest({
    company: aCompany(SLUG),
    technicians: [
      {
        ref: 'grace',
        first_name: 'Grace',
        last_name: 'Hopper',
        email: `grace@${SLUG}.example`,
        status: 'Active',
        availability_status: 'Available',
        skills: [{ skill_name: 'HVAC', skill_level: 3 }],
        schedule: [1, 2, 3, 4, 5].map(shift),
      },
      {
        ref: 'ida',
        first_name: 'Ida',
        last_name: 'Rhodes',
        email: `ida@${SLUG}.example`,
        status: 'Active',
        availability_status: 'Busy',
        schedule: [shift(1)],
      },
      {
        ref: 'retired',
        first_name: 'Rosa',
        last_name: 'Retired',
        email: `rosa@${SLUG}.example`,
        status: 'Inactive',
        availability_status: 'Offline',
      },
    ],
    customers: [aHotel(SLUG)],
    jobs: [
      {
        ref: 'needy',
        job_title: 'Fill the chiller',
        job_description: 'The chiller on the roof has lost its refrigerant.',
        location: 'roof',
        required_skills: [{ skill_name: 'Refrigeration', skill_level: 3 }],
      },
    ],
  });
  ({ technicians } = applied);
  needy = Number(applied.jobs['needy']);
});

const created = (title: string, more?: object): Promise<number> => givenJob(api, shop, title, more);

const read = async (jobId: number): Promise<Record<string, unknown>> =>
  (await api.get(`jobs?id=${jobId}`)).body['data'] as Record<string, unknown>;

const expectJob = (jobId: number, fields: object): Promise<void> =>
  eventually(async () => expect(await read(jobId)).toMatchObject(fields));

const row = (page: Page, name: string): Locator => page.getByRole('row', { name });

const unassigned = (page: Page): Locator => page.getByRole('region', { name: 'Unassigned' });

const block = (within: Page | Locator, title: string): Locator =>
  within.locator('[data-job]').filter({ hasText: title });

/** The name of a block's link says its times and status. */
const named = (within: Page | Locator, name: RegExp): Locator => within.getByRole('link', { name });

const placeOf = async (element: Locator) => {
  const box = await element.boundingBox();
  if (!box) throw new Error('It is not shown.');
  return box;
};

const boxOf = async (element: Locator) => {
  await element.scrollIntoViewIfNeeded();
  return placeOf(element);
};

interface Drop {
  readonly onto: Locator;
  /** Pixels from the grab point; if absent, the beginning of the row. */
  readonly by?: number;
  readonly meanwhile?: () => Promise<void>;
}

async function closeMessages(page: Page): Promise<void> {
  for (const message of await button(page, 'Close this message').all()) await message.click();
}

async function drag(page: Page, job: Locator, { onto, by, meanwhile }: Drop): Promise<void> {
  // A message may cover the place.
  await closeMessages(page);
  const to = await boxOf(onto);
  const from = await boxOf(job);
  const x = by === undefined ? to.x + 30 : from.x + 12 + by;
  await page.mouse.move(from.x + 12, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(x, to.y + 24, { steps: 4 });
  await meanwhile?.();
  await page.mouse.up();
}

const shadowsOf = (frame: Locator): Promise<string[]> =>
  frame.evaluate(({ parentElement: holder }) =>
    ['::before', '::after'].map((edge) => getComputedStyle(holder as Element, edge).opacity),
  );

async function hourWidth(page: Page): Promise<number> {
  const nine = await boxOf(page.getByText('9 AM', { exact: true }));
  return (await boxOf(page.getByText('10 AM', { exact: true }))).x - nine.x;
}

inBrowser('dragging changes technician and times, and warns', { as: marcus }, async (browser) => {
  const { page, open } = browser;
  const oven = await created('Repair the oven', {
    assigned_technician_id: technicians['grace'],
    scheduled_start: '2027-03-02T09:00:00',
    scheduled_end: '2027-03-02T10:30:00',
  });
  await open('/schedule?from=2027-03-02');
  await expectHeading(page, 'Schedule');
  await page.getByText('Tuesday, March 2, 2027').waitFor();
  await expectCount(page.getByRole('rowheader'), 3);
  await block(row(page, 'Grace Hopper'), 'Repair the oven').waitFor();
  await block(unassigned(page), 'Fill the chiller').waitFor();
  const hour = await hourWidth(page);

  await drag(page, block(page, 'Repair the oven'), {
    onto: row(page, 'Ida Rhodes'),
    by: 1.1 * hour,
  });
  await page.getByText("Ida Rhodes isn't working then.", { exact: true }).waitFor();
  await page.getByText(/^Assigned to Ida Rhodes, Tue 10:00\sAM$/).waitFor();
  await expectJob(oven, {
    job_status: 'Assigned',
    assigned_technician_name: 'Ida Rhodes',
    scheduled_start: '2027-03-02T10:00:00-05:00',
    scheduled_end: '2027-03-02T11:30:00-05:00',
  });
  const moved = block(row(page, 'Ida Rhodes'), 'Repair the oven');
  await moved.getByRole('img', { name: "Ida Rhodes isn't working then." }).waitFor();

  const noon = await boxOf(page.getByText('12 PM', { exact: true }));
  const card = block(unassigned(page), 'Fill the chiller');
  await drag(page, card, {
    onto: row(page, 'Grace Hopper'),
    by: noon.x + 0.27 * hour - (await boxOf(card)).x - 12,
  });
  await page
    .getByText("Grace Hopper doesn't have the skill Refrigeration.", { exact: true })
    .waitFor();
  await expectJob(needy, {
    assigned_technician_name: 'Grace Hopper',
    scheduled_start: '2027-03-02T12:15:00-05:00',
    scheduled_end: '2027-03-02T13:15:00-05:00',
  });

  // Dropped on a name, a job keeps its time.
  await drag(page, moved, { onto: page.getByRole('rowheader', { name: 'Grace Hopper' }) });
  await expectJob(oven, {
    assigned_technician_name: 'Grace Hopper',
    scheduled_start: '2027-03-02T10:00:00-05:00',
  });

  await drag(page, block(row(page, 'Grace Hopper'), 'Repair the oven'), { onto: unassigned(page) });
  await block(unassigned(page), 'Repair the oven').waitFor();
  await expectJob(oven, {
    job_status: 'Pending',
    assigned_technician_id: null,
    scheduled_start: '2027-03-02T10:00:00-05:00',
    scheduled_end: '2027-03-02T11:30:00-05:00',
  });
  await block(row(page, 'Grace Hopper'), 'Fill the chiller').waitFor();
  await expectAccessible(page);
});

inBrowser('a job that changed meanwhile is read again', { as: marcus }, async ({ page, open }) => {
  const pump = await created('Replace the pump', {
    assigned_technician_id: technicians['grace'],
    scheduled_start: '2027-03-09T09:00:00',
    scheduled_end: '2027-03-09T10:00:00',
  });
  await open('/schedule?from=2027-03-09');
  await expectHeading(page, 'Schedule');

  await drag(page, block(row(page, 'Grace Hopper'), 'Replace the pump'), {
    onto: row(page, 'Ada Byron'),
    by: 84,
    meanwhile: async () => {
      const body = { scheduled_start: '2027-03-09T11:00:00', scheduled_end: '2027-03-09T12:00:00' };
      expect((await api.put(`jobs?id=${pump}`, body)).status).toBe(200);
    },
  });

  await page.getByText('This job has changed.', { exact: true }).waitFor();
  await named(row(page, 'Grace Hopper'), /^Replace the pump, 11:00/).waitFor();
  await expectCount(block(row(page, 'Ada Byron'), 'Replace the pump'), 0);
  expect(await read(pump)).toMatchObject({ version: 2, assigned_technician_name: 'Grace Hopper' });
});

inBrowser('a job that could not be moved is where it was', { as: marcus }, async (browser) => {
  const { page, open } = browser;
  const fan = await created('Balance the fan', {
    assigned_technician_id: technicians['grace'],
    scheduled_start: '2027-03-30T09:00:00',
    scheduled_end: '2027-03-30T10:00:00',
  });
  let answer = (): void => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route(`**/jobs/${fan}/schedule`, async (route) => {
    await held;
    await route.abort();
  });
  await open('/schedule?from=2027-03-30');
  await expectHeading(page, 'Schedule');

  await drag(page, block(row(page, 'Grace Hopper'), 'Balance the fan'), {
    onto: row(page, 'Ada Byron'),
    by: 84,
  });
  await block(row(page, 'Ada Byron'), 'Balance the fan').waitFor();
  answer();
  await page.getByText('The job was not moved.', { exact: true }).waitFor();
  await page.getByText(/^Couldn't reach the server\./).waitFor();
  await named(row(page, 'Grace Hopper'), /^Balance the fan, 9:00/).waitFor();
  await expectCount(block(row(page, 'Ada Byron'), 'Balance the fan'), 0);
  expect(await read(fan)).toMatchObject({ version: 1, assigned_technician_name: 'Grace Hopper' });
});

inBrowser('Undo restores technician, times and status', { as: marcus }, async (browser) => {
  const { page, open } = browser;
  const times = {
    scheduled_start: '2027-03-12T09:00:00-05:00',
    scheduled_end: '2027-03-12T10:00:00-05:00',
  };
  const before = { ...times, assigned_technician_id: null, job_status: 'Pending' };
  const boiler = await created('Bleed the boiler', times);
  await open('/schedule?from=2027-03-12');
  await expectHeading(page, 'Schedule');
  const give = () =>
    drag(page, block(unassigned(page), 'Bleed the boiler'), {
      onto: page.getByRole('rowheader', { name: 'Grace Hopper' }),
    });

  await give();
  await expectJob(boiler, { job_status: 'Assigned', assigned_technician_name: 'Grace Hopper' });
  await button(page, 'Undo').press('Enter');
  await page.getByText('Undone.', { exact: true }).waitFor();
  expect(await read(boiler)).toMatchObject(before);
  await expectFocus(named(unassigned(page), /^Bleed the boiler/));

  await give();
  await expectJob(boiler, { job_status: 'Assigned' });
  const moved = await api.patch(`jobs?id=${boiler}`, { job_status: 'In Progress' });
  expect(moved.status).toBe(200);
  await button(page, 'Undo').click();
  await page.getByText("Couldn't undo. Showing the latest version.", { exact: true }).waitFor();
  await named(row(page, 'Grace Hopper'), /Bleed the boiler, .*In Progress$/).waitFor();
});

inBrowser('the right edge of a block changes its end', { as: marcus }, async (browser) => {
  const { page, open } = browser;
  const booked = { assigned_technician_id: technicians['grace'] };
  const duct = await created('Seal the duct', {
    ...booked,
    scheduled_start: '2027-04-14T09:00:00',
    scheduled_end: '2027-04-14T10:00:00',
  });
  await created('Test the duct', {
    ...booked,
    scheduled_start: '2027-04-14T11:00:00',
    scheduled_end: '2027-04-14T12:00:00',
  });
  await open('/schedule?from=2027-04-14');
  await expectHeading(page, 'Schedule');
  const hour = await hourWidth(page);
  const resize = async (by: number) => {
    const box = await boxOf(block(page, 'Seal the duct'));
    const [x, y] = [box.x + box.width - 3, box.y + box.height - 6];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + by, y, { steps: 4 });
    return { moveBack: () => page.mouse.move(x, y) };
  };

  const { moveBack } = await resize(1.7 * hour);
  const warning = /^Grace Hopper already has Test the duct until 12:00\sPM\.$/;
  await page.getByText(warning).waitFor();
  await moveBack();
  await page.mouse.up();
  await resize(0.74 * hour);
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await expectJob(duct, { version: 1 });

  await resize(0.74 * hour);
  await expectCount(page.getByText(warning), 0);
  await page.mouse.up();
  await page.getByText(/^Now Wed 9:00.*10:45\sAM$/).waitFor();
  expect(await read(duct)).toMatchObject({
    scheduled_start: '2027-04-14T09:00:00-04:00',
    scheduled_end: '2027-04-14T10:45:00-04:00',
  });
  await button(page, 'Undo').click();
  await expectJob(duct, { scheduled_end: '2027-04-14T10:00:00-04:00' });
});

inBrowser(
  'the day fits the frame; blocks name customer and town, rows their hours',
  { as: marcus },
  async ({ page, open }) => {
    const night = await created('Watch the press', {
      assigned_technician_id: technicians['grace'],
      scheduled_start: '2027-04-21T06:30:00',
      scheduled_end: '2027-04-21T09:00:00',
    });
    await api.patch(`jobs?id=${night}`, { job_status: 'Assigned' });
    await open('/schedule?from=2027-04-21');
    await expectHeading(page, 'Schedule');
    const hours = page.getByRole('columnheader').filter({ hasText: '6 AM' }).locator('span');
    expect(await hours.first().textContent()).toMatch(/^6\sAM$/);
    expect(await hours.last().textContent()).toMatch(/^4\sPM$/);
    const frame = page.getByRole('region', { name: 'Technicians' });
    await expectEventually(() => frame.evaluate((it) => it.scrollWidth - it.clientWidth), 0);
    const grace = row(page, 'Grace Hopper');
    await grace.getByText('2.5 of 9 h · HVAC', { exact: true }).waitFor();
    const { customer_name: customer } = await read(night);
    const job = block(grace, 'Watch the press');
    await job.getByText(new RegExp(`^${String(customer)} · .+`)).waitFor();
    await named(grace, /^Watch the press, 6:30.*9:00\sAM, Assigned$/).waitFor();
    const color = () => job.evaluate((it) => getComputedStyle(it).backgroundColor);
    const assigned = await color();
    await api.patch(`jobs?id=${night}`, { job_status: 'In Progress' });
    await page.reload();
    await named(grace, /In Progress$/).waitFor();
    expect(await color()).not.toBe(assigned);
  },
);

inBrowser(
  'a dragged job shows who can do it and is free',
  { as: marcus },
  async ({ page, open }) => {
    await created('Balance the boiler');
    await open('/schedule?from=2027-03-05');
    await expectHeading(page, 'Schedule');
    const fits = (name: string) => row(page, name).getAttribute('data-fit');
    await drag(page, block(unassigned(page), 'Balance the boiler'), {
      onto: page.getByRole('rowheader', { name: 'Grace Hopper' }),
      meanwhile: async () => {
        await expectEventually(() => fits('Grace Hopper'), 'true');
        await expectEventually(() => fits('Ida Rhodes'), 'false');
      },
    });
    await page.getByText(/^Assigned to Grace Hopper/).waitFor();
    await expectEventually(() => fits('Ida Rhodes'), null);
  },
);

inBrowser('a block opens its job beside the board', { as: marcus }, async (browser) => {
  const { page, open } = browser;
  const id = await created('Weld the frame', {
    assigned_technician_id: technicians['grace'],
    scheduled_start: '2027-05-26T09:00:00',
    scheduled_end: '2027-05-26T10:00:00',
  });
  await open('/schedule?from=2027-05-26');
  await expectHeading(page, 'Schedule');
  const link = named(row(page, 'Grace Hopper'), /^Weld the frame/);
  const address = `/dashboard/jobs/${id}`;
  expect(await link.getAttribute('href')).toBe(address);
  expect(await clickForTab(link)).toBe(address);

  await link.press('Enter');
  const drawer = page.getByRole('dialog', { name: 'Weld the frame' });
  await drawer.getByRole('link', { name: 'Directions' }).waitFor();
  expect(await drawer.locator('a[href^="tel:"]').count()).toBeGreaterThan(0);
  await expectAccessible(page, DIALOG);
  await button(drawer, 'Assigned').click();
  await button(drawer, 'In Progress').waitFor();
  await named(page, /^Weld the frame, .*Assigned$/).waitFor({ state: 'attached' });
  await button(drawer, 'Cancelled').press('Enter');
  const question = page.getByRole('dialog', { name: 'Move this job to Cancelled?' });
  await question.waitFor();
  await page.keyboard.press('Escape');
  await question.waitFor({ state: 'detached' });
  await drawer.waitFor();
  await page.keyboard.press('Escape');
  await drawer.waitFor({ state: 'detached' });
  await expectFocus(link);
  expect((await read(id))['job_status']).toBe('Assigned');

  await link.press('Enter');
  await button(drawer, 'Reschedule').click();
  await page.getByRole('dialog', { name: 'Reschedule' }).waitFor();
  await expectCount(drawer, 0);
  await page.keyboard.press('Escape');
  await expectFocus(link);
});

inBrowser('arrow keys move between blocks, and M reschedules', { as: marcus }, async (browser) => {
  const { page, open } = browser;
  const plan = (title: string, technician: string, hour: string) =>
    created(title, {
      assigned_technician_id: technicians[technician],
      scheduled_start: `2027-05-19T${hour}:00:00`,
    });
  await plan('First of Grace', 'grace', '09');
  await plan('Second of Grace', 'grace', '13');
  await plan('First of Ida', 'ida', '10');
  await plan('Second of Ida', 'ida', '14');
  await open('/schedule?from=2027-05-19');
  await expectHeading(page, 'Schedule');
  const link = (title: string): Locator => named(page, new RegExp(`^${title}`));
  await page.getByRole('region', { name: 'Technicians' }).focus();

  await page.keyboard.press('Tab');
  await expectFocus(link('First of Grace'));
  await page.keyboard.press('ArrowRight');
  await expectFocus(link('Second of Grace'));
  await page.keyboard.press('ArrowDown');
  await expectFocus(link('Second of Ida'));
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowUp');
  await expectFocus(link('First of Grace'));
  await page.keyboard.press('Tab');
  await expectFocus(button(block(page, 'First of Grace'), 'Reschedule'));
  await page.keyboard.press('Shift+Tab');

  await page.keyboard.press('m');
  await page.getByRole('dialog', { name: 'Reschedule' }).waitFor();
  await page.keyboard.press('Escape');
  await expectFocus(link('First of Grace'));
});

inBrowser(
  'Reschedule tells the two times of the night when clocks go back',
  { as: marcus },
  async ({ page, open }) => {
    const id = await created('Watch the clock', {
      assigned_technician_id: technicians['grace'],
      scheduled_start: '2027-11-07T01:15:00-05:00',
    });
    const start = async () => (await read(id))['scheduled_start'];
    await open('/schedule?from=2027-11-07');
    const dialog = page.getByRole('dialog', { name: 'Reschedule' });
    const openDialog = () => button(block(page, 'Watch the clock'), 'Reschedule').click();
    const zone = () => dialog.getByRole('radiogroup', { name: 'Scheduled start: time zone' });

    await openDialog();
    expect(await zone().getByRole('radio', { name: 'EST' }).isChecked()).toBe(true);
    await button(dialog, 'Save').click();
    await dialog.waitFor({ state: 'detached' });
    await expectCount(page.getByText('Job rescheduled.'), 0);
    expect(await read(id)).toMatchObject({
      version: 1,
      scheduled_start: '2027-11-07T01:15:00-05:00',
    });

    await openDialog();
    await zone().getByText('EDT').click();
    await button(dialog, 'Save').click();
    await page.getByText('Job rescheduled.').waitFor();
    expect(await start()).toBe('2027-11-07T01:15:00-04:00');

    await page.reload();
    await openDialog();
    await dialog.getByLabel('Scheduled start', { exact: true }).fill('2027-11-07T03:00');
    await expectCount(zone(), 0);
    await button(dialog, 'Save').click();
    await dialog.waitFor({ state: 'detached' });
    await expectEventually(start, '2027-11-07T03:00:00-05:00');
  },
);

inBrowser('a double booking is warned of', { as: marcus }, async ({ page, open }) => {
  const booked = { assigned_technician_id: technicians['grace'] };
  await created('Repair the freezer', {
    ...booked,
    scheduled_start: '2027-04-06T10:00:00',
    scheduled_end: '2027-04-06T13:00:00',
  });
  await created('Clean the filter', {
    scheduled_start: '2027-04-06T12:00:00',
    scheduled_end: '2027-04-06T14:00:00',
  });
  const warning = /^Grace Hopper already has Repair the freezer until 1:00\sPM\.$/;
  await open('/schedule?from=2027-04-06');
  await expectHeading(page, 'Schedule');

  await button(block(page, 'Clean the filter'), 'Reschedule').click();
  const dialog = page.getByRole('dialog', { name: 'Reschedule' });
  await choose(dialog, 'Technician', 'hopper', 'Grace Hopper');
  await dialog.getByText(warning).waitFor();
  await page.keyboard.press('Escape');
  await button(page, 'Leave').click();

  await drag(page, block(unassigned(page), 'Clean the filter'), {
    onto: page.getByRole('rowheader', { name: 'Grace Hopper' }),
  });
  await page.getByText(warning).waitFor();
  const moved = block(row(page, 'Grace Hopper'), 'Clean the filter');
  await moved.getByRole('img', { name: warning }).waitFor();
});

inBrowser('a double booking after midnight is warned of', { as: marcus }, async (browser) => {
  const { page, open } = browser;
  const booked = { assigned_technician_id: technicians['grace'] };
  await created('Guard the kiln', {
    ...booked,
    scheduled_start: '2027-04-09T22:00:00',
    scheduled_end: '2027-04-10T02:00:00',
  });
  await created('Fire the kiln', {
    ...booked,
    scheduled_start: '2027-04-10T01:00:00',
    scheduled_end: '2027-04-10T03:00:00',
  });
  await open('/schedule?from=2027-04-09');
  const guarded = block(row(page, 'Grace Hopper'), 'Guard the kiln');
  const warning = /Grace Hopper already has Fire the kiln until Apr 10, 2027, 3:00\sAM\./;
  await guarded.getByRole('img', { name: warning }).waitFor();
});

inBrowser('availability is shown of today alone', { as: marcus }, async ({ page, open }) => {
  await open('/schedule');
  await expectHeading(page, 'Schedule');
  const name = page.getByRole('rowheader', { name: 'Ida Rhodes' });
  await name.getByText('Busy').waitFor();
  await button(page, 'Next').click();
  await page.waitForURL(/from=/);
  await expectHeading(page, 'Schedule');
  await expectCount(name.getByText('Busy'), 0);
});

inBrowser('Reschedule does the same by keyboard', { as: marcus }, async ({ page, open }) => {
  const valve = await created('Close the valve', {
    assigned_technician_id: technicians['grace'],
    scheduled_start: '2027-03-16T09:00:00',
    scheduled_end: '2027-03-16T10:00:00',
  });
  await open('/schedule?from=2027-03-16');
  await expectHeading(page, 'Schedule');
  await page.getByRole('link', { name: 'Close the valve' }).focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Reschedule' });
  await dialog.getByText('Close the valve', { exact: true }).waitFor();
  const technician = dialog.getByLabel('Technician').and(page.locator('input'));
  await technician.focus();
  await page.keyboard.press('Control+A');
  await page.keyboard.type('rhodes');
  await page.getByRole('option', { name: 'Ada Byron' }).waitFor({ state: 'detached' });
  const ida = page.getByRole('option', { name: 'Ida Rhodes' });
  await ida.waitFor();
  await eventually(async () => {
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    expect(await technician.inputValue()).toBe('Ida Rhodes');
  });
  await dialog.getByText("Ida Rhodes isn't working then.", { exact: true }).waitFor();
  await expectAccessible(page, DIALOG);
  await dialog.getByLabel('Scheduled start').fill('2027-03-15T10:00');
  await dialog.getByLabel('Scheduled end').fill('2027-03-15T09:00');

  await page.keyboard.press('Enter');
  await dialog.getByText('Scheduled end must not be before scheduled start.').waitFor();
  await dialog.getByLabel('Scheduled end').fill('2027-03-15T11:00');
  await expectCount(dialog.getByText("isn't working then"), 0);

  expect((await api.put(`jobs?id=${valve}`, { job_priority: 'High' })).status).toBe(200);
  await page.keyboard.press('Enter');
  await dialog.getByText('This job has changed.', { exact: true }).waitFor();
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await expectFocus(page.getByRole('heading', { level: 1 }));

  expect(await read(valve)).toMatchObject({
    job_priority: 'High',
    assigned_technician_name: 'Ida Rhodes',
    scheduled_start: '2027-03-15T10:00:00-04:00',
    scheduled_end: '2027-03-15T11:00:00-04:00',
  });
  await button(page, 'Previous').click();
  await page.waitForURL(/from=2027-03-15/);
  await block(row(page, 'Ida Rhodes'), 'Close the valve').waitFor();

  // In another row of the same day, the focus goes along.
  const valveOf = (name: string): Locator => named(row(page, name), /^Close the valve/);
  await valveOf('Ida Rhodes').press('m');
  await choose(dialog, 'Technician', 'hopper', 'Grace Hopper');
  await button(dialog, 'Save').press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await expectFocus(valveOf('Grace Hopper'));
});

inBrowser(
  'a week has days side by side, also on a small screen',
  { as: marcus },
  async (browser) => {
    const { page, open } = browser;
    const night = await created('Watch the boiler', {
      assigned_technician_id: technicians['grace'],
      scheduled_start: '2027-03-22T22:00:00',
      scheduled_end: '2027-03-23T02:00:00',
    });
    await open('/schedule?from=2027-03-24&view=week');
    await expectHeading(page, 'Schedule');
    await page.getByText('March 22 – 28, 2027').waitFor();
    const days = page.getByRole('columnheader').filter({ hasText: 'Mar' });
    await expectCount(days, 7);
    const frame = page.getByRole('region', { name: 'Technicians' });
    const overhang = () => frame.evaluate((it) => it.scrollWidth - it.clientWidth);
    await expectEventually(overhang, 0);
    await expectEventually(() => shadowsOf(frame), ['0', '0']);
    const [monday, tuesday] = [await boxOf(days.nth(0)), await boxOf(days.nth(1))];
    const job = block(row(page, 'Grace Hopper'), 'Watch the boiler');
    await expectEventually(async () => (await boxOf(job)).width > monday.width * 1.5, true);

    await drag(page, job, { onto: row(page, 'Grace Hopper'), by: 2 * (tuesday.x - monday.x) });
    await expectJob(night, {
      scheduled_start: '2027-03-24T22:00:00-04:00',
      scheduled_end: '2027-03-25T02:00:00-04:00',
    });

    await button(page, 'Next').click();
    await page.waitForURL(/from=2027-03-31.*view=week/);
    await page.getByText('March 29 – April 4, 2027').waitFor();
    await page.getByText('Day', { exact: true }).click();
    await page.getByText('Wednesday, March 31, 2027').waitFor();
    await page.getByLabel('Date').fill('2027-03-25');
    await block(row(page, 'Grace Hopper'), 'Watch the boiler').waitFor();

    await page.setViewportSize({ width: 800, height: 740 });
    await expectFits(page);
    await frame.evaluate((it) => it.scrollTo(1, 0));
    await expectEventually(() => shadowsOf(frame), ['0', '1']);
    await frame.evaluate((it) => it.scrollTo(it.scrollWidth, 0));
    await expectEventually(() => shadowsOf(frame), ['1', '0']);
    await closeMessages(page);
    await page.setViewportSize({ width: 360, height: 740 });
    await button(block(page, 'Watch the boiler'), 'Reschedule').click();
    await page.getByRole('dialog', { name: 'Reschedule' }).waitFor();
    await expectFits(page);
  },
);

inBrowser(
  'today is marked, and fits as any day does',
  // The fixed clock cannot be reset.
  { as: marcus, isNew: true },
  async (browser) => {
    const { page, open } = browser;
    await page.clock.setFixedTime('2027-03-02T15:30:00Z');
    await open('/schedule');
    await expectHeading(page, 'Schedule');
    await page.getByText('Tuesday, March 2, 2027').waitFor();
    const frame = page.getByRole('region', { name: 'Technicians' });
    await expectEventually(() => frame.evaluate((it) => it.scrollWidth - it.clientWidth), 0);
    const now = await placeOf(frame.locator('[data-now]'));
    const [ten, eleven] = [
      await placeOf(page.getByText('10 AM', { exact: true })),
      await placeOf(page.getByText('11 AM', { exact: true })),
    ];
    expect((now.x - ten.x) / (eleven.x - ten.x)).toBeCloseTo(0.5, 1);

    await page.getByText('Week', { exact: true }).click();
    await expectEventually(
      () => page.locator('[aria-current="date"]').allTextContents(),
      ['Tue, Mar 2'],
    );
  },
);
