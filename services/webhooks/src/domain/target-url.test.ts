import { parseTarget } from './target-url';

it.each([
  ['https://example.com/hooks?token=1', 'example.com'],
  ['https://example.com/@user', 'example.com'],
  ['https://example.com?to=a@b', 'example.com'],
  ['https://example.com#a@b', 'example.com'],
  ['https://example.com:443/', 'example.com'],
  ['https://example.com:1024/', 'example.com'],
  ['https://example.com:8443/', 'example.com'],
  ['https://example.com:65535/', 'example.com'],
  ['https://[2606:4700::1]/x', '[2606:4700::1]'],
  // Every notation of an IPv4 address ends in the one that the guard checks.
  ['https://2130706433/', '127.0.0.1'],
  ['https://0x7f.1/', '127.0.0.1'],
  ['https://0177.0.0.1/', '127.0.0.1'],
  ['https://127.1/', '127.0.0.1'],
  ['https://\u2460\u2461\u2466.0.0.1/', '127.0.0.1'],
  ['https://[::ffff:127.0.0.1]/', '[::ffff:7f00:1]'],
  // 2,048 characters, most of them two code units long.
  [`https://example.com/${'\u{1f527}'.repeat(2_028)}`, 'example.com'],
])('reads %s', (text, host) => {
  expect(Reflect.get(Object(parseTarget(text)), 'hostname')).toBe(host);
});

it.each([
  'http://example.com/',
  'ftp://example.com/',
  'javascript:alert(1)',
  'file:///etc/passwd',
  'example.com/hooks',
  '/hooks',
  '',
  'https://',
  'https://user@example.com/',
  'https://user:secret@example.com/',
  'https://@example.com/',
  '\u0001https://user:secret@example.com/',
  '\u001fhttps://@example.com/',
  'https://example.com/\u0000',
  'https://:@example.com',
  'https:@example.com/',
  'HTTPS:///@example.com?@',
  'https://example.com/a b',
  'https://example.com/\tx',
  'https:\\\\example.com',
  'https://127.0.0.1.1/',
  'https://example.com:0/',
  'https://example.com:22/',
  'https://example.com:80/',
  'https://example.com:442/',
  'https://example.com:444/',
  'https://example.com:1023/',
  'https://example.com:65536/',
  `https://example.com/${'x'.repeat(2_029)}`,
])('refuses %j', (text) => {
  expect(typeof parseTarget(text)).toBe('string');
});
