import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Keeps signing secrets unreadable at rest. */
export interface SecretBox {
  seal(secret: string, companyId: number): Buffer;
  /** @throws Error when the bytes were sealed for another company, with another key, or changed. */
  open(sealed: Buffer, companyId: number): string;
}

/** AES-256-GCM: a fresh nonce, the tag, and the ciphertext, bound to the company. */
export function secretBox(key: Buffer): SecretBox {
  const boundTo = (companyId: number): Buffer => Buffer.from(`company ${companyId}`);
  return {
    seal(secret, companyId) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(ALGORITHM, key, iv).setAAD(boundTo(companyId));
      const ciphertext = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), ciphertext]);
    },

    open(sealed, companyId) {
      const iv = sealed.subarray(0, IV_BYTES);
      const decipher = createDecipheriv(ALGORITHM, key, iv, { authTagLength: TAG_BYTES })
        .setAAD(boundTo(companyId))
        .setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      const ciphertext = sealed.subarray(IV_BYTES + TAG_BYTES);
      return Buffer.concat([decipher.update(ciphertext), decipher.final()]).toString('utf8');
    },
  };
}
