import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Keeps texts unreadable at rest, each bound to what it belongs to. */
export interface SealedBox {
  seal(text: string, boundTo: string): Buffer;
  /** @throws Error when the bytes were bound to something else, sealed with another key, or changed. */
  open(sealed: Buffer, boundTo: string): string;
}

/** AES-256-GCM with a key of 32 bytes: a fresh nonce, the tag, and the ciphertext. */
export const sealedBox = (key: Buffer): SealedBox => ({
  seal(text, boundTo) {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv(ALGORITHM, key, iv).setAAD(Buffer.from(boundTo));
    const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), ciphertext]);
  },

  open(sealed, boundTo) {
    const iv = sealed.subarray(0, IV_BYTES);
    const decipher = createDecipheriv(ALGORITHM, key, iv, { authTagLength: TAG_BYTES })
      .setAAD(Buffer.from(boundTo))
      .setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    const ciphertext = sealed.subarray(IV_BYTES + TAG_BYTES);
    return Buffer.concat([decipher.update(ciphertext), decipher.final()]).toString('utf8');
  },
});
