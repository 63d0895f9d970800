import { createHash, randomBytes } from 'node:crypto';

const TOKEN_BYTES = 32;

/** A secret that its holder proves who he is with; only its hash is kept. */
export const newToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');

/** What is kept of a token. A fast hash will do: nobody can guess 32 random bytes. */
export const hashOfToken = (token: string): Buffer => createHash('sha256').update(token).digest();
