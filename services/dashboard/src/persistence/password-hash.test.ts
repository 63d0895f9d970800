import { hashPassword, isPasswordOf } from './password-hash';

it('knows a password again, and no other', async () => {
  const kept = await hashPassword('correct horse');

  expect(await isPasswordOf(kept, 'correct horse')).toBe(true);
  expect(await isPasswordOf(kept, 'Correct horse')).toBe(false);
});

it('knows none where nothing is kept', async () => {
  expect(await isPasswordOf(null, 'correct horse')).toBe(false);
  expect(await isPasswordOf(undefined, '')).toBe(false);
});

it('knows a password however a keyboard spells its letters', async () => {
  expect(await isPasswordOf(await hashPassword('caf\u00e9'), 'cafe\u0301')).toBe(true);
});

it('keeps scrypt with a salt of its own for each', async () => {
  const [one, other] = await Promise.all([hashPassword('hush'), hashPassword('hush')]);

  expect(one).toMatch(/^scrypt\$16384\$8\$5\$[\w+/]{22}==\$[\w+/]{43}=$/);
  expect(one).not.toBe(other);
});
