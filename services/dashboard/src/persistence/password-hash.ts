import { randomBytes, scrypt, timingSafeEqual, type ScryptOptions } from 'node:crypto';
import { promisify } from 'node:util';
import { limitPerKey } from '@svc/kernel';

const deriveNow = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

/** Of the four threads that a process has for such work; file and name look-ups need the others. */
const AT_ONCE = 2;
const inTurn = limitPerKey(AT_ONCE);

const derive: typeof deriveNow = (...asked) => inTurn('scrypt', () => deriveNow(...asked));

/** What scrypt is told of how much work a hash is. */
export interface HashCost {
  readonly N: number;
  readonly r: number;
  readonly p: number;
}

/** 16 MiB and about a fifth of a second for each guess. */
export const HASH_COST: HashCost = { N: 2 ** 14, r: 8, p: 5 };

const SALT_BYTES = 16;
const HASH_BYTES = 32;

/** The same letter has more than one spelling in Unicode, and keyboards differ. */
const spelled = (password: string): string => password.normalize('NFC');

export interface PasswordHashes {
  /** What is kept of a password: `scrypt$N$r$p$salt$hash`, the last two in base64. */
  hash(password: string): Promise<string>;
  /**
   * Whether a kept hash is of this password, whatever its cost was at the time.
   *
   * Where nothing is kept, because there is no such user, it takes as long to say no: else the time would
   * tell who is a user.
   */
  isOf(kept: string | null | undefined, password: string): Promise<boolean>;
}

/** Hashes of passwords, at what a new one costs. */
export function passwordHashes(cost: HashCost): PasswordHashes {
  const inText = (salt: Buffer, hash: Buffer): string => {
    const { N, r, p } = cost;
    return ['scrypt', N, r, p, salt.toString('base64'), hash.toString('base64')].join('$');
  };
  /** Of a password that nobody knows: any 32 bytes are the hash of something. */
  const nobodys = inText(randomBytes(SALT_BYTES), randomBytes(HASH_BYTES));
  return {
    async hash(password) {
      const salt = randomBytes(SALT_BYTES);
      return inText(salt, await derive(spelled(password), salt, HASH_BYTES, cost));
    },

    async isOf(kept, password) {
      const [, N, r, p, salt = '', hash = ''] = (kept ?? nobodys).split('$');
      const expected = Buffer.from(hash, 'base64');
      const given = await derive(spelled(password), Buffer.from(salt, 'base64'), expected.length, {
        N: Number(N),
        r: Number(r),
        p: Number(p),
      });
      return timingSafeEqual(given, expected);
    },
  };
}
