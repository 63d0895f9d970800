import { randomBytes, scrypt, timingSafeEqual, type ScryptOptions } from 'node:crypto';
import { promisify } from 'node:util';
import { limitPerKey } from '@svc/kernel';

const deriveNow = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

/** Of the four threads that a process has for such work; file and name look-ups need the others. */
const AT_ONCE = 2;
const inTurn = limitPerKey(AT_ONCE);

const derive: typeof deriveNow = (...asked) => inTurn('scrypt', () => deriveNow(...asked));

// 16 MiB and about a fifth of a second for each guess.
const COST = { N: 2 ** 14, r: 8, p: 5 } as const;
const SALT_BYTES = 16;
const HASH_BYTES = 32;

/** The same letter has more than one spelling in Unicode, and keyboards differ. */
const spelled = (password: string): string => password.normalize('NFC');

/** What is kept of a password: `scrypt$N$r$p$salt$hash`, the last two in base64. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await derive(spelled(password), salt, HASH_BYTES, COST);
  const { N, r, p } = COST;
  return ['scrypt', N, r, p, salt.toString('base64'), hash.toString('base64')].join('$');
}

/** The hash of a password that nobody knows: any 32 bytes are the hash of something. */
const NOBODYS = ['scrypt', COST.N, COST.r, COST.p, randomBytes(SALT_BYTES).toString('base64')]
  .concat(randomBytes(HASH_BYTES).toString('base64'))
  .join('$');

/**
 * Whether a kept hash is of this password, whatever its cost was at the time.
 *
 * Where nothing is kept, because there is no such user, it takes as long to say no: else the time would
 * tell who is a user.
 */
export async function isPasswordOf(
  kept: string | null | undefined,
  password: string,
): Promise<boolean> {
  const [, N, r, p, salt = '', hash = ''] = (kept ?? NOBODYS).split('$');
  const expected = Buffer.from(hash, 'base64');
  const cost = { N: Number(N), r: Number(r), p: Number(p) };
  const given = await derive(spelled(password), Buffer.from(salt, 'base64'), expected.length, cost);
  return timingSafeEqual(given, expected);
}
