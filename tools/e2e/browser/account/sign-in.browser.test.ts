import type { Page } from 'playwright-core';
import { eventually } from '@svc/testing';
import { findMails } from '../../mailbox';
import { noteUsed, runFile } from '../../test/platform';
import { givenPeople, type PersonAccount } from '../people';
import { calculateCode } from './totp';
import {
  DIALOG,
  expectAccessible,
  expectCount,
  expectEventually,
  expectHeading,
  holdResponses,
  inBrowser,
} from '../in-browser';

const REFUSED = 'E-mail or password is wrong.';

const [olive, marcus, forgetful, guessed, careful] = givenPeople(
  'people-who-sign-in',
  'People Who Sign In',
  [
    { name: 'Olive Owner', role: 'owner' },
    { name: 'Marcus Manager', role: 'manager' },
    { name: 'Fred Forgetful', role: 'manager' },
    { name: 'Gwen Guessed', role: 'manager' },
    { name: 'Carla Careful', role: 'manager' },
  ],
);

async function signIn(page: Page, { email, password }: PersonAccount): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

const expectSignedIn = (page: Page): Promise<void> =>
  page.getByRole('button', { name: 'Sign out', exact: true }).waitFor();

const isOn = async (page: Page, path: string): Promise<void> =>
  page.waitForURL((url) => `${url.pathname}${url.search}` === `/dashboard${path}`);

describe('Sign in', () => {
  inBrowser('leads back to the page that was asked for', {}, async ({ page, open }) => {
    await open('/notifications?page=2');
    await expectHeading(page, 'Sign in');
    await page.waitForURL(({ pathname }) => pathname === '/dashboard/sign-in');
    await signIn(page, olive);
    await isOn(page, '/notifications?page=2');
    await expectHeading(page, 'Notifications');
  });

  inBrowser('leads to no other site', {}, async ({ page, open }) => {
    await open(`/sign-in?next=${encodeURIComponent('//elsewhere.example/dashboard')}`);
    await signIn(page, olive);
    await expectSignedIn(page);
    expect(page.url()).toMatch(new RegExp(`^${runFile().gateway}/dashboard(/|$)`));
  });

  inBrowser('says the same of a wrong password and an unknown address', {}, async (browser) => {
    const { page, open } = browser;
    await open('/sign-in');
    await signIn(page, { ...olive, password: 'not the password of anybody' });
    await page.getByRole('alert').getByText(REFUSED, { exact: true }).waitFor();
    await expectEventually(() => page.getByLabel('E-mail').inputValue(), olive.email);
    await expectAccessible(page);
    await signIn(page, { ...olive, email: 'nobody-here@people-who-sign-in.example' });
    await page.getByRole('alert').getByText(REFUSED, { exact: true }).waitFor();
    await signIn(page, olive);
    await expectSignedIn(page);
  });

  inBrowser('takes no password after ten wrong ones', {}, async ({ page, open, context }) => {
    await open('/sign-in');
    for (let failures = 1; failures <= 10; failures += 1) {
      const response = await context.request.post('/dashboard/api/session', {
        headers: { Origin: new URL(page.url()).origin },
        data: { email: guessed.email, password: `a guess, number ${failures}` },
      });
      expect(response.status()).toBe(401);
    }
    await signIn(page, guessed);
    await page.getByText(/^Too many attempts\. Try again in 1\d minutes\.$/).waitFor();
  });

  inBrowser('works by keyboard alone', {}, async ({ page, open }) => {
    await open('/');
    await expectHeading(page, 'Sign in');
    await page.keyboard.type(olive.email);
    await page.keyboard.press('Tab');
    await page.keyboard.type(olive.password);
    await page.keyboard.press('Enter');
    await expectSignedIn(page);
    await goTo(page, 'Settings');
    await page.keyboard.press('Enter');
    await expectHeading(page, 'Settings');
    await goTo(page, 'Set up two-step verification');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByLabel('Code').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await goTo(page, 'Sign out');
    await page.keyboard.press('Enter');
    await expectHeading(page, 'Sign in');
  });
});

async function goTo(page: Page, name: string): Promise<void> {
  const MOST = 60;
  for (let presses = 0; presses < MOST; presses += 1) {
    const focused = page.locator(':focus');
    if ((await focused.count()) > 0 && (await focused.textContent()) === name) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`${MOST} presses of Tab do not lead to ${name}.`);
}

describe('Sign out', () => {
  inBrowser('ends the session, also for whoever kept the cookie', {}, async (browser) => {
    const { page, open, context } = browser;
    await open('/settings');
    await signIn(page, olive);
    await expectHeading(page, 'Settings');
    const stolen = await context.cookies();
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await expectHeading(page, 'Sign in');
    await context.addCookies(stolen);
    await open('/settings');
    await expectHeading(page, 'Sign in');
  });

  inBrowser('is what it says where the session has ended already', {}, async (browser) => {
    const { page, open, context } = browser;
    await open('/settings');
    await signIn(page, olive);
    await expectHeading(page, 'Settings');
    // Other requests of the page would otherwise discover the ended session first.
    const letGo = await holdResponses(
      page,
      ({ pathname }) => pathname.startsWith('/dashboard/api/') && !pathname.endsWith('/session'),
    );
    await context.clearCookies();
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await expectHeading(page, 'Sign in');
    await expectCount(page.getByText("Couldn't sign out."), 0);
    letGo();
  });
});

describe('An answer that comes after Sign out', () => {
  inBrowser('does not lead back to the sign-in page', {}, async ({ page, open }) => {
    const unauthorized = { status: 401, json: { success: false, error: 'unauthorized' } };
    const answer = await holdResponses(page, '**/dashboard/api/customers?*', (route) =>
      route.fulfill(unauthorized),
    );
    const asked = page.waitForRequest('**/dashboard/api/customers?*');
    await open('/customers');
    await signIn(page, olive);
    await asked;
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await expectHeading(page, 'Sign in');
    const answered = page.waitForResponse('**/dashboard/api/customers?*');

    answer();
    await answered;
    await signIn(page, marcus);

    await isOn(page, '');
    await expectHeading(page, 'Overview');
  });
});

describe('A session that ends', () => {
  inBrowser('keeps what was typed, and sends it after sign-in', {}, async (browser) => {
    const { page, open, context } = browser;
    await open('/settings');
    await signIn(page, marcus);
    await page.getByLabel('Name', { exact: true }).fill('Marcus M. Manager');
    await context.clearCookies();
    // Another request may already have opened the dialog over it.
    await page.getByRole('button', { name: 'Save' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Sign in' });
    await expectEventually(() => dialog.getByLabel('E-mail').inputValue(), marcus.email);
    await expectAccessible(page, DIALOG);
    await dialog.getByLabel('Password').fill(marcus.password);
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('Name saved.').waitFor();
    await page.reload();
    await expectHeading(page, 'Settings');
    await expectEventually(
      () => page.getByLabel('Name', { exact: true }).inputValue(),
      'Marcus M. Manager',
    );
  });

  inBrowser('leads to sign-in from a page that only shows something', {}, async (browser) => {
    const { page, open, context } = browser;
    await open('/settings');
    await signIn(page, marcus);
    await expectHeading(page, 'Settings');
    await context.clearCookies();
    await page.getByRole('navigation').getByRole('link', { name: 'Activity' }).click();
    await expectHeading(page, 'Sign in');
    await signIn(page, marcus);
    await isOn(page, '/activity');
  });
});

describe('Two-step verification', () => {
  inBrowser('asks for a code that works once, or a recovery code', {}, async ({ page, open }) => {
    await open('/settings');
    await signIn(page, careful);
    await page.getByRole('button', { name: 'Set up two-step verification' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('img', { name: /^QR code/ }).waitFor();
    await expectAccessible(page, DIALOG);
    const secret = String(await dialog.locator('code').textContent());
    noteUsed({ secret, typed: secret.replaceAll(' ', '') });
    await dialog.getByLabel('Code').fill('12345');
    await dialog.getByRole('button', { name: 'Turn on' }).click();
    await page.locator('[aria-invalid="true"]').waitFor();
    await dialog.getByLabel('Code').fill(calculateCode(secret));
    await dialog.getByRole('button', { name: 'Turn on' }).click();
    const codes = dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
    await expectCount(codes, 10);
    const recovery = await codes.allTextContents();
    noteUsed({ recovery });
    expect(new Set(recovery).size).toBe(10);
    await expectAccessible(page, DIALOG);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Turn off two-step verification' }).waitFor();

    const signInWith = async (code: () => string): Promise<void> => {
      await page.getByRole('button', { name: 'Sign out', exact: true }).click();
      await expectHeading(page, 'Sign in');
      await signIn(page, careful);
      await page.getByLabel('Code').fill(code());
      await page.getByRole('button', { name: 'Sign in' }).click();
    };
    // The current code is used already; the next one may have expired on a busy machine.
    let next = '';
    await signInWith(() => (next = calculateCode(secret, 1)));
    await expectSignedIn(page);
    await signInWith(() => next);
    await page.getByRole('alert').waitFor();
    await expectAccessible(page);
    await page.getByLabel('Code').fill(String(recovery[0]));
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expectSignedIn(page);
    await signInWith(() => String(recovery[0]));
    await page.getByRole('alert').waitFor();
    await page.getByLabel('Code').fill(String(recovery[1]));
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expectSignedIn(page);

    await open('/settings');
    await page.getByRole('button', { name: 'Turn off two-step verification' }).click();
    await dialog.getByLabel('Password').fill(careful.password);
    await dialog.getByRole('button', { name: 'Turn off' }).click();
    await page.getByText('Two-step verification is off.').waitFor();
    await page.getByRole('button', { name: 'Set up two-step verification' }).waitFor();
  });
});

describe('Forgot password?', () => {
  inBrowser('mails a link that works once', {}, async ({ page, open }) => {
    await open('/sign-in');
    await page.getByRole('link', { name: 'Forgot password?' }).click();
    await expectHeading(page, 'Forgot password');
    const ask = async (email: string): Promise<string | null> => {
      await page.getByLabel('E-mail').fill(email);
      await page.getByRole('button', { name: 'Send link' }).click();
      const answer = await page.getByRole('status').textContent();
      await page.reload();
      return answer?.replace(email, 'ADDRESS') ?? null;
    };
    const unknown = await ask('nobody-here@people-who-sign-in.example');
    expect(await ask(forgetful.email)).toBe(unknown);
    const link = await eventually(
      () => {
        const mail = findMails(forgetful.email)[0];
        const found = /http\S+#token=[\w-]+/.exec(mail?.text ?? '')?.[0];
        expect(found).toBeDefined();
        return String(found);
      },
      { within: 30_000 },
    );
    noteUsed({ token: link.split('=')[1] });

    await page.goto(link);
    await page.getByLabel('New password').fill('too short');
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.locator('[aria-invalid="true"]').waitFor();
    await expectAccessible(page);
    const password = 'a fresh start for Fred';
    noteUsed({ password });
    await page.getByLabel('New password').fill(password);
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByRole('link', { name: 'Sign in' }).click();
    await signIn(page, { ...forgetful, password });
    await expectSignedIn(page);

    await page.goto(link);
    await page.reload();
    await page.getByLabel('New password').fill('another start for Fred');
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByRole('alert').waitFor();
  });
});
