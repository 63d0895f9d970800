import { givenCompany, noteUsed } from '../../test/platform';
import { button, field } from '../controls';
import { describeDialogs, expectFocus } from '../every-dialog';
import { callDashboardAs, givenPeople } from '../people';
import { DIALOG, expectAccessible, inBrowser } from '../in-browser';

const SLUG = 'people-with-account-dialogs';

const [olive, max] = givenPeople(SLUG, `Company ${SLUG}`, [
  { name: 'Olive Owner', role: 'owner' },
  { name: 'Max Manager', role: 'manager' },
]);

beforeAll(async () => {
  await givenCompany(SLUG);
  const ask = await callDashboardAs(olive);
  await ask('POST', 'team/invitations', { email: `iris@${SLUG}.example`, role: 'manager' });
});

describeDialogs(olive, [
  {
    name: 'API keys',
    path: '/api-keys',
    opens: ['New key', 'Edit scopes', 'Roll key', 'Revoke key'],
    shows: ['Name', 'Key', 'Mode', 'Scopes', 'Requests', 'Last used', 'Created'],
  },
  { name: 'Request log', path: '/request-log', offers: ['Error', 'Key'] },
  { name: 'Activity', path: '/activity', offers: ['Person', 'Kind'] },
  { name: 'Team', path: '/team', opens: ['Invite', 'Change role', 'Remove', 'Cancel invitation'] },
  {
    name: 'Settings',
    path: '/settings',
    opens: ['Set up two-step verification', 'Sign out other sessions'],
    offers: ['Time zone', 'Country'],
  },
]);

inBrowser(
  'dialogs that follow each other lead back to the button',
  { as: max },
  async (browser) => {
    const { page, open } = browser;
    await open('/api-keys');
    const opener = button(page, 'New key');
    await opener.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'New key' });
    await expectFocus(field(dialog, 'Name'));
    await page.keyboard.type('Left alone');
    await page.keyboard.press('Escape');
    await expectFocus(button(page, 'Stay'));
    await expectAccessible(page, DIALOG);
    await page.keyboard.press('Enter');
    await button(page, 'Stay').waitFor({ state: 'detached' });
    await expectFocus(field(dialog, 'Name'));

    await dialog.getByRole('checkbox', { name: 'jobs:read', exact: true }).focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('Enter');
    await page.getByText('You will not see this key again.').waitFor();
    noteUsed({ key: await page.getByRole('textbox', { name: 'Key' }).inputValue() });
    await expectAccessible(page, DIALOG);
    await button(page, 'Done').focus();
    await page.keyboard.press('Enter');
    await expectFocus(opener);
  },
);
