import { noteUsed } from '../test/platform';
import { givenPeople } from './people';
import { expectCount, expectHeading, inBrowser } from './visit';

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
  await page.getByText('Your name is saved.').waitFor();
  await page.reload();
  await page.getByText(name, { exact: true }).waitFor();
  expect(await page.title()).toBe('Settings · People With Settings');
});

inBrowser('a button that is clicked twice is pressed once', { as: olive }, async (visit) => {
  const { page, open } = visit;
  let sent = 0;
  page.on('request', (request) => (sent += Number(request.method() === 'PATCH')));
  await open('/settings');
  await page.getByLabel('Name', { exact: true }).fill('Olive Once');
  // Both before the page can draw anything.
  await page.getByRole('button', { name: 'Save' }).evaluate((save: HTMLElement) => {
    save.click();
    save.click();
  });
  await page.getByText('Your name is saved.').waitFor();
  expect(sent).toBe(1);
});

inBrowser(
  'says what is wrong beside the field, and keeps the rest',
  { as: rita },
  async (visit) => {
    const { page, open } = visit;
    const password = 'a password that Rita renewed';
    noteUsed({ password });
    await open('/settings');
    await page.getByLabel('Current password').fill(rita.password);
    await page.getByLabel('New password').fill('too short');
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.locator('[aria-invalid="true"]').waitFor();
    expect(await page.getByLabel('New password').getAttribute('aria-invalid')).toBe('true');
    expect(await page.locator(':focus').inputValue()).toBe('too short');
    expect(await page.getByLabel('Current password').inputValue()).toBe(rita.password);
    await page.getByLabel('New password').fill(password);
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText(/^Your password is changed/).waitFor();
    expect(await page.getByLabel('Current password').inputValue()).toBe('');
  },
);

inBrowser(
  'says that the server is away, and sends what was typed later',
  { as: olive },
  async (visit) => {
    const { page, open, context } = visit;
    await open('/settings');
    await page.getByLabel('Name', { exact: true }).fill('Olive Offline');
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Save' }).click();
    await page
      .getByRole('alert')
      .getByText(/^The server cannot be reached/)
      .waitFor();
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Olive Offline');
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Your name is saved.').waitFor();
  },
);

inBrowser('a part that cannot be read says so, and is read again', { as: sam }, async (visit) => {
  const { page, open, context } = visit;
  await open('/settings');
  await expectHeading(page, 'Settings');
  await context.setOffline(true);
  await page.getByRole('navigation').getByRole('link', { name: 'Notifications' }).click();
  await page.getByRole('button', { name: 'Try again' }).waitFor();
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText(/^Nothing yet\./).waitFor();
});

inBrowser('asks before unsaved input is left', { as: lena }, async ({ page, open }) => {
  await open('/settings');
  const name = page.getByLabel('Name', { exact: true });
  const away = page.getByRole('navigation').getByRole('link', { name: 'Notifications' });
  await name.fill('Lena Lost');
  await away.click();
  await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor();
  await page.getByRole('button', { name: 'Stay' }).click();
  expect(await name.inputValue()).toBe('Lena Lost');
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.getByRole('button', { name: 'Stay' }).click();
  await away.click();
  await page.getByRole('button', { name: 'Leave' }).click();
  await expectHeading(page, 'Notifications');
  await page.getByRole('navigation').getByRole('link', { name: 'Settings' }).click();
  expect(await name.inputValue()).toBe('Lena Leaving');
  await away.click();
  await expectHeading(page, 'Notifications');
});

inBrowser('Sign out other sessions ends them, and not this one', { as: sam }, async (visit) => {
  const { page, open, context } = visit;
  await context.clearCookies();
  await open('/settings');
  await page.getByLabel('E-mail').fill(sam.email);
  await page.getByLabel('Password').fill(sam.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  const sessions = page.getByRole('table', { name: 'Sessions' });
  await sessions.getByText('This one').waitFor();
  expect(await sessions.getByRole('row').count()).toBeGreaterThan(2);
  await page.getByRole('button', { name: 'Sign out other sessions' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign them out' }).click();
  await page.getByText('One session has ended.').waitFor();
  await expectHeading(page, 'Settings');
  await expectCount(sessions.getByRole('row'), 2);
});
