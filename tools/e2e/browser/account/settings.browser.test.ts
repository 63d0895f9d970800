import { noteUsed } from '../../test/platform';
import { unreachable } from '../controls';
import { givenPeople } from '../people';
import { expectCount, expectEventually, expectHeading, inBrowser } from '../in-browser';

const [omar] = givenPeople('company-with-settings', 'Company With Settings', [
  { name: 'Omar Owner', role: 'owner' },
]);

const [olive, rita, sam, lena] = givenPeople('people-with-settings', 'People With Settings', [
  { name: 'Olive Owner', role: 'owner' },
  { name: 'Rita Renewed', role: 'manager' },
  { name: 'Sam Sessions', role: 'manager' },
  { name: 'Lena Leaving', role: 'manager' },
]);

inBrowser('Save keeps a name as it was typed', { as: olive }, async ({ page, open }) => {
  const name = `O'Olive <script>document.title = 'run'</script>`;
  noteUsed({ name });
  await open('/settings');
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Name saved.').waitFor();
  await page.reload();
  await page.getByText(name, { exact: true }).waitFor();
  await expectEventually(() => page.title(), 'Settings · People With Settings');
});

inBrowser(
  'Save changes the company, beside what is used of its limits',
  { as: omar },
  async (browser) => {
    const { page, open } = browser;
    const name = 'People With Settings & Sons';
    noteUsed({ name });
    await open('/settings');
    await expectHeading(page, 'Settings');
    await page.getByText('Reads today', { exact: true }).waitFor();
    await page
      .getByText(/^\d+ of [\d,]+$/)
      .first()
      .waitFor();
    await page.getByText('Enterprise', { exact: true }).waitFor();
    const companyName = page.getByLabel('Company name');
    await companyName.fill('x'.repeat(256));
    await page.getByRole('button', { name: 'Save' }).click();
    await page.locator('[aria-invalid="true"]').waitFor();
    await expectEventually(() => companyName.getAttribute('aria-invalid'), 'true');
    await companyName.fill(name);
    await page.getByRole('combobox', { name: 'Time zone' }).fill('Europe/Par');
    await page.getByRole('option', { name: 'Europe/Paris' }).click();
    await page.getByRole('combobox', { name: 'Country' }).fill('France');
    await page.getByRole('option', { name: 'France (FR)' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Company saved.').waitFor();
    await page.getByRole('banner').getByText(name, { exact: true }).waitFor();
    await page.getByRole('navigation').getByRole('link', { name: 'Activity' }).click();
    const what = `Changed the company's name to ${name}, time zone to Europe/Paris, country to FR`;
    await page.getByRole('cell', { name: what }).waitFor();
  },
);

inBrowser(
  'offers names of zones that the browser does not list',
  { as: olive },
  async (browser) => {
    const { page, open } = browser;
    await open('/settings');
    for (const name of ['Asia/Kolkata', 'Europe/Kyiv', 'US/Eastern']) {
      await page.getByRole('combobox', { name: 'Time zone' }).fill(name);
      await page.getByRole('option', { name, exact: true }).waitFor();
    }
  },
);

inBrowser(
  'shows times in a zone that the browser does not know',
  { as: olive, isNew: true },
  async ({ page, open }) => {
    await page.addInitScript(() => {
      const { DateTimeFormat } = Intl;
      class WithoutZones extends DateTimeFormat {
        constructor(locale?: string, options?: Intl.DateTimeFormatOptions) {
          const zone = options?.timeZone ?? 'UTC';
          if (zone !== 'UTC') throw new RangeError(`Invalid time zone specified: ${zone}`);
          super(locale, options);
        }
      }
      Intl.DateTimeFormat = WithoutZones as typeof DateTimeFormat;
    });
    await open('/activity');
    await expectHeading(page, 'Activity');
    await page.locator('time').first().waitFor();
  },
);

inBrowser('a button that is clicked twice is pressed once', { as: olive }, async (browser) => {
  const { page, open } = browser;
  let sent = 0;
  page.on('request', (request) => (sent += Number(request.method() === 'PATCH')));
  await open('/settings');
  await page.getByLabel('Name', { exact: true }).fill('Olive Once');
  // Both clicks come before the page can render.
  await page.getByRole('button', { name: 'Save' }).evaluate((save: HTMLElement) => {
    save.click();
    save.click();
  });
  await page.getByText('Name saved.').waitFor();
  expect(sent).toBe(1);
});

inBrowser(
  'says what is wrong beside the field, and keeps the rest',
  { as: rita },
  async (browser) => {
    const { page, open } = browser;
    const password = 'a password that Rita renewed';
    noteUsed({ password });
    await open('/settings');
    await page.getByLabel('Current password').fill(rita.password);
    await page.getByLabel('New password').fill('too short');
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.locator('[aria-invalid="true"]').waitFor();
    await expectEventually(
      () => page.getByLabel('New password').getAttribute('aria-invalid'),
      'true',
    );
    await expectEventually(() => page.locator(':focus').inputValue(), 'too short');
    await expectEventually(() => page.getByLabel('Current password').inputValue(), rita.password);
    await page.getByLabel('New password').fill(password);
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText(/^Password changed\./).waitFor();
    await expectEventually(() => page.getByLabel('Current password').inputValue(), '');
  },
);

inBrowser(
  'says that the server is away, and sends what was typed later',
  { as: olive },
  async (browser) => {
    const { page, open, context } = browser;
    await open('/settings');
    await page.getByLabel('Name', { exact: true }).fill('Olive Offline');
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Save' }).click();
    await unreachable(page).waitFor();
    await expectEventually(
      () => page.getByLabel('Name', { exact: true }).inputValue(),
      'Olive Offline',
    );
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Name saved.').waitFor();
  },
);

inBrowser(
  'a part that cannot be read says so, and is read again',
  { as: olive },
  async (browser) => {
    const { page, open, context } = browser;
    const again = page.getByRole('button', { name: 'Try again' }).first();
    await open('/settings');
    await expectHeading(page, 'Settings');
    await context.setOffline(true);
    // A page that the live connection does not reload by itself.
    await page.getByRole('navigation').getByRole('link', { name: 'Team' }).click();
    await again.waitFor();
    await context.setOffline(false);
    await again.click();
    await page.getByRole('table', { name: 'Team' }).getByText(olive.email).waitFor();
  },
);

inBrowser('asks before unsaved input is left', { as: lena }, async ({ page, open }) => {
  await open('/settings');
  const name = page.getByLabel('Name', { exact: true });
  const away = page.getByRole('navigation').getByRole('link', { name: 'Activity' });
  await name.fill('Lena Lost');
  await away.click();
  await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor();
  await page.getByRole('button', { name: 'Stay' }).click();
  await expectEventually(() => name.inputValue(), 'Lena Lost');
  const closing = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  const question = await closing;
  expect(question.type()).toBe('beforeunload');
  await question.dismiss();
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.getByRole('button', { name: 'Stay' }).click();
  await away.click();
  await page.getByRole('button', { name: 'Leave' }).click();
  await expectHeading(page, 'Activity');
  await page.getByRole('navigation').getByRole('link', { name: 'Settings' }).click();
  await expectEventually(() => name.inputValue(), 'Lena Leaving');
  await away.click();
  await expectHeading(page, 'Activity');
});

inBrowser('Sign out other sessions ends them, and not this one', { as: sam }, async (browser) => {
  const { page, open, context } = browser;
  await context.clearCookies();
  await open('/settings');
  await page.getByLabel('E-mail').fill(sam.email);
  await page.getByLabel('Password').fill(sam.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  const sessions = page.getByRole('table', { name: 'Sessions' });
  await sessions.getByText('This browser').waitFor();
  await sessions.getByRole('row').nth(2).waitFor();
  await page.getByRole('button', { name: 'Sign out other sessions' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out others' }).click();
  await page.getByText('1 session signed out.').waitFor();
  await page.getByText('You have no other sessions.').waitFor();
  await expectHeading(page, 'Settings');
  await expectCount(sessions.getByRole('row'), 2);
});
