import { toHostName } from './resolve-host';

it.each([
  ['https://example.com:8443/x', 'example.com'],
  ['https://[2606:4700::1]/x', '2606:4700::1'],
  ['https://127.1/', '127.0.0.1'],
])('the host of %s', (url, host) => {
  expect(toHostName(new URL(url))).toBe(host);
});
