import { createHash, randomBytes } from 'node:crypto';

const TOKEN_BYTES = 32;

export const newToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');

/** 32 random bytes cannot be guessed, so a fast hash is enough. */
export const hashOfToken = (token: string): Buffer => createHash('sha256').update(token).digest();
