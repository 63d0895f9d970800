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

it('works as hard where nothing is kept, so that the time does not tell who is a user', async () => {
  const kept = await hashPassword('correct horse');
  /** Of all threads, however busy the machine is; the least of some attempts. */
  const workOf = async (hash: string | undefined): Promise<number> => {
    const attempts: number[] = [];
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const before = process.cpuUsage();
      await isPasswordOf(hash, 'wrong horse');
      const { user, system } = process.cpuUsage(before);
      attempts.push(user + system);
    }
    return Math.min(...attempts);
  };

  const known = await workOf(kept);
  const unknown = await workOf(undefined);

  expect(unknown).toBeGreaterThan(known / 2);
  expect(unknown).toBeLessThan(known * 2);
});
