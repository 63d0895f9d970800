import { HASH_COST, createPasswordHashes } from './password-hash';

const { hash, matches } = createPasswordHashes({ N: 2, r: 1, p: 1 });
const ofTheProcess = createPasswordHashes(HASH_COST);

it('knows a password again, and no other', async () => {
  const kept = await hash('correct horse');

  expect(await matches(kept, 'correct horse')).toBe(true);
  expect(await matches(kept, 'Correct horse')).toBe(false);
});

it('matches a password that was hashed at another cost', async () => {
  const kept = await createPasswordHashes({ N: 4, r: 2, p: 3 }).hash('correct horse');

  expect(await matches(kept, 'correct horse')).toBe(true);
  expect(await matches(kept, 'Correct horse')).toBe(false);
});

it('matches nothing without a stored hash', async () => {
  expect(await matches(null, 'correct horse')).toBe(false);
  expect(await matches(undefined, '')).toBe(false);
});

it('knows a password however a keyboard spells its letters', async () => {
  expect(await matches(await hash('caf\u00e9'), 'cafe\u0301')).toBe(true);
});

it('hashes with scrypt and a new salt each time', async () => {
  const [one, other] = await Promise.all([ofTheProcess.hash('hush'), ofTheProcess.hash('hush')]);

  expect(one).toMatch(/^scrypt\$16384\$8\$5\$[\w+/]{22}==\$[\w+/]{43}=$/);
  expect(one).not.toBe(other);
});

it('works equally hard without a stored hash, so that timing does not reveal users', async () => {
  const kept = await ofTheProcess.hash('correct horse');
  /** CPU time of all threads; the minimum of some runs ignores a busy machine. */
  const workOf = async (passwordHash: string | undefined): Promise<number> => {
    const attempts: number[] = [];
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const before = process.cpuUsage();
      await ofTheProcess.matches(passwordHash, 'wrong horse');
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
