import type { BrowserContext } from 'playwright-core';
import { describePages, givenMarkup } from '../every-page';
import { expectAccessible, expectCount, expectFits, expectHeading, inBrowser } from '../in-browser';

describePages(givenMarkup('account-of-markup'), [
  {
    name: 'Notifications',
    path: '/notifications',
    empty: /^Nothing needs your attention\./,
    isOutsideNavigation: true,
  },
  { name: 'Webhooks', path: '/webhooks', empty: /^No endpoints yet\. / },
  {
    name: 'Deliveries',
    path: '/webhooks/deliveries',
    empty: /^No deliveries yet\. /,
  },
  { name: 'API keys', path: '/api-keys', empty: /^No keys yet\. / },
  { name: 'Request log', path: '/request-log', empty: /^No failed requests/ },
  { name: 'Activity', path: '/activity' },
  { name: 'Team', path: '/team' },
  { name: 'Settings', path: '/settings' },
]);

describe('pages of people who are not signed in', () => {
  const OPEN = [
    { name: 'Sign in', path: '/sign-in' },
    { name: 'Forgot password', path: '/forgot-password' },
    { name: 'New password', path: '/reset-password#token=none' },
    { name: 'Accept invitation', path: '/accept-invitation#token=none' },
  ];

  for (const { name, path } of OPEN) {
    inBrowser(`${name} is open to everyone and fits`, { width: 360 }, async ({ page, open }) => {
      await open(path);
      await expectHeading(page, name);
      await expectCount(page.getByRole('heading', { level: 1 }), 1);
      await expectFits(page);
      await expectAccessible(page);
    });
  }
});

describe('a browser that another test has had', () => {
  let before: BrowserContext;

  inBrowser('is left with all that there is to keep', {}, async ({ page, context, open }) => {
    before = context;
    await open('/sign-in');
    await expectHeading(page, 'Sign in');
    await page.evaluate(async () => {
      document.cookie = 'kept=1; max-age=3600; path=/';
      localStorage.setItem('kept', '1');
      sessionStorage.setItem('kept', '1');
      await caches.open('kept');
      await new Promise((resolve) => (indexedDB.open('kept').onsuccess = resolve));
    });
    await context.grantPermissions(['geolocation']);
    await context.route('**/dashboard/sign-in', (route) => route.abort());
    await context.setOffline(true);
  });

  inBrowser('has nothing of it', {}, async ({ page, context, open }) => {
    expect(context === before).toBe(true);
    await open('/sign-in');
    await expectHeading(page, 'Sign in');
    const kept = await page.evaluate(async () => ({
      cookies: document.cookie,
      local: { ...localStorage },
      session: Object.keys(sessionStorage).includes('kept'),
      caches: await caches.keys(),
      databases: await indexedDB.databases(),
      place: (await navigator.permissions.query({ name: 'geolocation' })).state,
    }));
    expect(kept).toEqual({
      cookies: '',
      local: {},
      session: false,
      caches: [],
      databases: [],
      place: 'prompt',
    });
    expect(await context.cookies()).toEqual([]);
  });
});
