import { createSecretBox } from './secret-box';

it('decrypts what an earlier release encrypted', () => {
  const encrypted = Buffer.from(
    '010101010101010101010101ca7e3cd56fdde1978cc8096c2f8413a60189fad2f3e08d6cb2',
    'hex',
  );

  expect(createSecretBox([Buffer.alloc(32, 7)]).decrypt(encrypted, 7)).toBe('whsec_abc');
});

it('does not decrypt for another company', () => {
  const box = createSecretBox([Buffer.alloc(32, 7)]);

  expect(() => box.decrypt(box.encrypt('whsec_abc', 7), 8)).toThrow();
});
