import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

export interface Encryption {
  encrypt(text: string, boundTo: string): Buffer;
  /**
   * @throws DecryptionFailed if the bytes were changed, bound to another record, or encrypted with an unknown
   * key
   */
  decrypt(encrypted: Buffer, boundTo: string): string;
  /**
   * Undefined if encrypted with the first key already.
   * @throws DecryptionFailed as `decrypt` does
   */
  reencrypt(encrypted: Buffer, boundTo: string): Buffer | undefined;
}

export class DecryptionFailed extends Error {
  constructor(cause: unknown) {
    super('Stored data cannot be decrypted: it was changed, or ENCRYPTION_KEY was.', {
      cause,
    });
    this.name = 'DecryptionFailed';
  }
}

/** AES-256-GCM: nonce, tag, ciphertext. The first key encrypts; decryption tries all. */
export function createEncryption(keys: readonly Buffer[]): Encryption {
  const [current = Buffer.alloc(0)] = keys;

  function encrypt(text: string, boundTo: string): Buffer {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv(ALGORITHM, current, iv).setAAD(Buffer.from(boundTo));
    const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), ciphertext]);
  }

  function decryptWithAny(
    encrypted: Buffer,
    boundTo: string,
  ): { readonly text: string; readonly key: Buffer } {
    let failure: unknown;
    for (const key of keys) {
      try {
        return { text: decryptWith(key, encrypted, boundTo), key };
      } catch (error) {
        failure = error;
      }
    }
    throw new DecryptionFailed(failure);
  }

  return {
    encrypt,
    decrypt: (encrypted, boundTo) => decryptWithAny(encrypted, boundTo).text,
    reencrypt(encrypted, boundTo) {
      const { text, key } = decryptWithAny(encrypted, boundTo);
      return key === current ? undefined : encrypt(text, boundTo);
    },
  };
}

function decryptWith(key: Buffer, encrypted: Buffer, boundTo: string): string {
  const iv = encrypted.subarray(0, IV_BYTES);
  const decipher = createDecipheriv(ALGORITHM, key, iv, { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(boundTo))
    .setAuthTag(encrypted.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  const ciphertext = encrypted.subarray(IV_BYTES + TAG_BYTES);
  return Buffer.concat([decipher.update(ciphertext), decipher.final()]).toString('utf8');
}
