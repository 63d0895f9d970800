import { randomBytes } from 'node:crypto';
import { createSecretBox } from './secret-box';

const box = createSecretBox([randomBytes(32)]);

it('opens what it has sealed, which does not show the secret', () => {
  const sealed = box.seal('whsec_abc', 7);

  expect(box.open(sealed, 7)).toBe('whsec_abc');
  expect(sealed.toString('latin1')).not.toContain('whsec');
  expect(box.seal('whsec_abc', 7).equals(sealed)).toBe(false);
});

it('does not open for another company, with another key, or what was changed', () => {
  const sealed = box.seal('whsec_abc', 7);
  const changed = Buffer.from(sealed);
  changed.writeUInt8(changed.readUInt8(changed.length - 1) ^ 1, changed.length - 1);

  expect(() => box.open(sealed, 8)).toThrow();
  expect(() => createSecretBox([randomBytes(32)]).open(sealed, 7)).toThrow();
  expect(() => box.open(changed, 7)).toThrow();
});

it('opens what was sealed once, whose form stays', () => {
  const sealed = Buffer.from(
    '010101010101010101010101ca7e3cd56fdde1978cc8096c2f8413a60189fad2f3e08d6cb2',
    'hex',
  );

  expect(createSecretBox([Buffer.alloc(32, 7)]).open(sealed, 7)).toBe('whsec_abc');
});
