import { crc32 } from 'node:zlib';
import { hashKey, isKeyText, mintKey } from './api-key-text';

describe('an API key', () => {
  it.each(['live', 'test'] as const)(
    'of mode %s has its prefix and 43 base62 characters',
    (mode) => {
      const { text, last4 } = mintKey(mode);

      expect(text).toMatch(new RegExp(`^svc_${mode}_[0-9A-Za-z]{43}$`));
      expect(last4).toBe(text.slice(-4));
      expect(isKeyText(text)).toBe(true);
    },
  );

  it('ends with the CRC-32 of the rest in six base62 digits', () => {
    const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
    const { text } = mintKey('live');

    const value = [...text.slice(-6)].reduce((sum, digit) => sum * 62 + digits.indexOf(digit), 0);

    expect(value).toBe(crc32(text.slice(0, -6)));
  });

  it('is refused with any one character mistyped', () => {
    const { text } = mintKey('live');
    for (let at = 0; at < text.length; at += 1) {
      const other = text[at] === 'a' ? 'b' : 'a';

      expect(isKeyText(text.slice(0, at) + other + text.slice(at + 1))).toBe(false);
    }
  });

  it.each(['', 'svc_live_', 'svc_prod_' + 'a'.repeat(43), `${mintKey('live').text}\n`])(
    'is not %j',
    (text) => {
      expect(isKeyText(text)).toBe(false);
    },
  );

  it('is never the same twice, and is looked up by its SHA-256', () => {
    const keys = Array.from({ length: 200 }, () => mintKey('test'));

    expect(new Set(keys.map(({ text }) => text)).size).toBe(200);
    for (const { text, hash } of keys) expect(hashKey(text)).toBe(hash.toString('base64'));
  });
});
