import { randomBytes } from 'node:crypto';
import { createSecretBox } from './secret-box';

const box = createSecretBox([randomBytes(32)]);

it('decrypts what it has encrypted, which does not show the secret', () => {
  const encrypted = box.encrypt('whsec_abc', 7);

  expect(box.decrypt(encrypted, 7)).toBe('whsec_abc');
  expect(encrypted.toString('latin1')).not.toContain('whsec');
  expect(box.encrypt('whsec_abc', 7).equals(encrypted)).toBe(false);
});

it('does not open for another company, with another key, or what was changed', () => {
  const encrypted = box.encrypt('whsec_abc', 7);
  const changed = Buffer.from(encrypted);
  changed.writeUInt8(changed.readUInt8(changed.length - 1) ^ 1, changed.length - 1);

  expect(() => box.decrypt(encrypted, 8)).toThrow();
  expect(() => createSecretBox([randomBytes(32)]).decrypt(encrypted, 7)).toThrow();
  expect(() => box.decrypt(changed, 7)).toThrow();
});

it('decrypts what an earlier release encrypted', () => {
  const encrypted = Buffer.from(
    '010101010101010101010101ca7e3cd56fdde1978cc8096c2f8413a60189fad2f3e08d6cb2',
    'hex',
  );

  expect(createSecretBox([Buffer.alloc(32, 7)]).decrypt(encrypted, 7)).toBe('whsec_abc');
});
