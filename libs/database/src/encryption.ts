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
  decrypt(sealed: Buffer, boundTo: string): string;
  /**
   * Undefined if encrypted with the first key already.
   * @throws DecryptionFailed as `decrypt` does
   */
  reencrypt(sealed: Buffer, boundTo: string): Buffer | undefined;
}

export class DecryptionFailed extends Error {
  constructor(cause: unknown) {
    super('What is kept encrypted does not open: it was changed, or ENCRYPTION_KEY was.', {
      cause,
    });
    this.name = 'NotOpened';
  }
}

/** AES-256-GCM: nonce, tag, ciphertext. The first key encrypts; decryption tries all. */
export function createEncryption(keys: readonly Buffer[]): Encryption {
  const [current = Buffer.alloc(0)] = keys;

  function seal(text: string, boundTo: string): Buffer {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv(ALGORITHM, current, iv).setAAD(Buffer.from(boundTo));
    const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), ciphertext]);
  }

  function decryptWithAny(
    sealed: Buffer,
    boundTo: string,
  ): { readonly text: string; readonly key: Buffer } {
    let failure: unknown;
    for (const key of keys) {
      try {
        return { text: decryptWith(key, sealed, boundTo), key };
      } catch (error) {
        failure = error;
      }
    }
    throw new DecryptionFailed(failure);
  }

  return {
    encrypt: seal,
    decrypt: (sealed, boundTo) => decryptWithAny(sealed, boundTo).text,
    reencrypt(sealed, boundTo) {
      const { text, key } = decryptWithAny(sealed, boundTo);
      return key === current ? undefined : seal(text, boundTo);
    },
  };
}

function decryptWith(key: Buffer, sealed: Buffer, boundTo: string): string {
  const iv = sealed.subarray(0, IV_BYTES);
  const decipher = createDecipheriv(ALGORITHM, key, iv, { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(boundTo))
    .setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  const ciphertext = sealed.subarray(IV_BYTES + TAG_BYTES);
  return Buffer.concat([decipher.update(ciphertext), decipher.final()]).toString('utf8');
}
