import { randomBytes, scrypt, timingSafeEqual, type ScryptOptions } from 'node:crypto';
import { promisify } from 'node:util';
import { createLimitPerKey } from '@svc/kernel';

const deriveNow = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

/** Half of libuv's four threads; file and DNS look-ups use the others. */
const MAX_CONCURRENT_HASHES = 2;
const limitHashes = createLimitPerKey(MAX_CONCURRENT_HASHES);

const derive: typeof deriveNow = (...input) => limitHashes('scrypt', () => deriveNow(...input));

export interface HashCost {
  readonly N: number;
  readonly r: number;
  readonly p: number;
}

/** 16 MiB and about 0.2 s per guess. */
export const HASH_COST: HashCost = { N: 2 ** 14, r: 8, p: 5 };

const SALT_BYTES = 16;
const HASH_BYTES = 32;

/** Keyboards encode the same letter differently. */
const normalizePassword = (password: string): string => password.normalize('NFC');

export interface PasswordHashes {
  /** Returns `scrypt$N$r$p$salt$hash`, the last two in base64. */
  hash(password: string): Promise<string>;
  /** Takes the same time without a stored hash, so that timing does not reveal who is a user. */
  matches(stored: string | null | undefined, password: string): Promise<boolean>;
}

export function createPasswordHashes(cost: HashCost): PasswordHashes {
  const formatHash = (salt: Buffer, hash: Buffer): string => {
    const { N, r, p } = cost;
    return ['scrypt', N, r, p, salt.toString('base64'), hash.toString('base64')].join('$');
  };
  /** No password has this hash. */
  const unmatchable = formatHash(randomBytes(SALT_BYTES), randomBytes(HASH_BYTES));
  return {
    async hash(password) {
      const salt = randomBytes(SALT_BYTES);
      return formatHash(salt, await derive(normalizePassword(password), salt, HASH_BYTES, cost));
    },

    async matches(stored, password) {
      const [, N, r, p, salt = '', hash = ''] = (stored ?? unmatchable).split('$');
      const expected = Buffer.from(hash, 'base64');
      const given = await derive(
        normalizePassword(password),
        Buffer.from(salt, 'base64'),
        expected.length,
        {
          N: Number(N),
          r: Number(r),
          p: Number(p),
        },
      );
      return timingSafeEqual(given, expected);
    },
  };
}
