import { describePages, givenMarkup } from '../every-page';
import { expectAccessible, expectCount, expectFits, expectHeading, inBrowser } from '../in-browser';

describePages(givenMarkup('account-of-markup'), [
  { name: 'Notifications', path: '/notifications', empty: /^Nothing yet\. You are told here/ },
  { name: 'Webhooks', path: '/webhooks', empty: /^No endpoints yet\. Name an address of yours/ },
  {
    name: 'Deliveries',
    path: '/webhooks/deliveries',
    empty: /^Nothing was sent yet\. Begin with an endpoint on the page Webhooks/,
  },
  { name: 'API keys', path: '/api-keys', empty: /^No keys yet\. .*“New key”/ },
  { name: 'Request log', path: '/request-log', empty: /^Nothing was refused\. / },
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
