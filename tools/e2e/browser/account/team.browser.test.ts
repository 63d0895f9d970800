import { eventually } from '@svc/testing';
import { findMails } from '../../mailbox';
import { noteUsed } from '../../test/platform';
import { columns } from '../controls';
import { givenPeople } from '../people';
import {
  DIALOG,
  expectAccessible,
  expectCount,
  expectEventually,
  expectHeading,
  inBrowser,
} from '../in-browser';

const SLUG = 'people-in-teams';

const [olive, max] = givenPeople(SLUG, 'People In Teams', [
  { name: 'Olive Owner', role: 'owner' },
  { name: 'Max Manager', role: 'manager' },
]);

const INVITED = {
  name: 'Iris Invited',
  email: `iris@${SLUG}.example`,
  password: 'seven purple elephants',
};

inBrowser(
  'Invite mails a link to join the team, Change role and Remove end what somebody may do',
  { as: olive },
  async ({ page, open, context }) => {
    await open('/team');
    await expectHeading(page, 'Team');
    const team = page.getByRole('table', { name: 'Team' });
    await expectEventually(
      async () => (await columns(team)).slice(0, 5),
      ['Name', 'E-mail', 'Role', 'Two-step', 'Last sign-in'],
    );

    // Max signs in later.
    await team.getByRole('row', { name: max.email }).getByText('Never').waitFor();
    await page.getByRole('button', { name: 'Invite', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Invite' });
    await dialog.getByLabel('E-mail').fill(max.email);
    await dialog.getByRole('button', { name: 'Send invitation' }).click();
    await dialog.getByText('E-mail belongs to someone on the team.').waitFor();
    await expectAccessible(page, DIALOG);
    await dialog.getByLabel('E-mail').fill(INVITED.email);
    await dialog.getByRole('button', { name: 'Send invitation' }).click();
    const invitations = page.getByRole('table', { name: 'Invitations' });
    await invitations.getByRole('row', { name: INVITED.email }).waitFor();
    const link = await eventually(
      () => {
        const mail = findMails(INVITED.email)[0];
        const found = /http\S+accept-invitation#token=[\w-]+/.exec(mail?.text ?? '')?.[0];
        expect(found).toBeDefined();
        return String(found);
      },
      { within: 30_000 },
    );
    noteUsed({ token: link.split('=')[1], password: INVITED.password });

    const cookies = await context.cookies();
    await context.clearCookies();
    const invited = await context.newPage();
    await invited.goto(link);
    await expectHeading(invited, 'Accept invitation');
    await invited.getByLabel('Name').fill(INVITED.name);
    await invited.getByLabel('Password').fill('short');
    await invited.getByRole('button', { name: 'Accept invitation' }).click();
    await invited.getByText('Use at least 12 characters.').waitFor();
    await invited.getByLabel('Password').fill(INVITED.password);
    await invited.getByRole('button', { name: 'Accept invitation' }).click();
    await invited.getByRole('link', { name: 'Sign in' }).click();
    await invited.getByLabel('E-mail').fill(INVITED.email);
    await invited.getByLabel('Password').fill(INVITED.password);
    await invited.getByRole('button', { name: 'Sign in' }).click();
    const pages = invited.getByRole('navigation');
    await pages.getByRole('link', { name: 'Settings' }).waitFor();
    await expectCount(pages.getByRole('link', { name: 'Team' }), 0);

    await invited.close();
    await context.clearCookies();
    await context.addCookies(cookies);
    await open('/team');
    const iris = team.getByRole('row', { name: INVITED.email });
    await iris.getByText('Manager').waitFor();
    await iris.getByRole('button', { name: 'Change role' }).click();
    const role = page.getByRole('dialog', { name: `Role of ${INVITED.name}` });
    await role.getByRole('radio', { name: 'Owner' }).check();
    await role.getByRole('button', { name: 'Change role' }).click();
    await iris.getByText('Owner').waitFor();
    await iris.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await iris.waitFor({ state: 'detached' });

    const own = team.getByRole('row', { name: olive.email });
    const turnOn = own.getByRole('link', { name: 'Turn on' });
    expect(await turnOn.getAttribute('href')).toBe('/dashboard/settings');
    await own.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('The last Owner cannot be removed.').waitFor();
    await page.keyboard.press('Escape');

    await page.getByRole('navigation').getByRole('link', { name: 'Activity' }).click();
    await expectHeading(page, 'Activity');
    const activity = page.getByRole('table', { name: 'Activity' });
    await expectEventually(() => columns(activity), ['Time', 'Who', 'What', 'From']);
    await activity
      .getByRole('row', { name: `Removed ${INVITED.name}, ${INVITED.email}` })
      .waitFor();
    await activity.getByRole('row', { name: /Operator Created the company/ }).waitFor();
    await page.getByRole('combobox', { name: 'Person' }).click();
    await page.getByRole('option', { name: INVITED.name }).click();
    await page.waitForURL(/user_id=\d+/);
    await activity.getByText('Accepted the invitation as manager').waitFor();
    await expectCount(activity.getByText('Olive Owner'), 0);
    await page.getByRole('combobox', { name: 'Kind' }).click();
    await page.getByRole('option', { name: 'Sign-ins' }).click();
    await page.waitForURL(/kind=sign_in/);
    await activity.getByText('Signed in').waitFor();
    await expectCount(activity.getByText(/^Accepted/), 0);
    await page.getByRole('combobox', { name: 'Person' }).click();
    await page.getByRole('option', { name: 'Operator' }).click();
    await page.waitForURL(/operator=true/);
    await page.getByText('No matches for these filters.').waitFor();
  },
);

inBrowser(
  'a manager is shown neither the team nor the company’s settings',
  { as: max },
  async (browser) => {
    const { page, open } = browser;
    await open('/settings');
    await expectHeading(page, 'Settings');
    await expectCount(page.getByLabel('Company name'), 0);
    await expectCount(page.getByRole('navigation').getByRole('link', { name: 'Team' }), 0);
    await open('/team');
    await expectHeading(page, 'Page not found');
  },
);
