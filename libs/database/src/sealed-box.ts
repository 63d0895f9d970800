import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

export interface SealedBox {
  seal(text: string, boundTo: string): Buffer;
  /**
   * @throws DecryptionFailed if the bytes were changed, bound to another record, or encrypted with an unknown
   * key
   */
  open(sealed: Buffer, boundTo: string): string;
  /**
   * Undefined if encrypted with the first key already.
   * @throws DecryptionFailed as `decrypt` does
   */
  reseal(sealed: Buffer, boundTo: string): Buffer | undefined;
}

export class NotOpened extends Error {
  constructor(cause: unknown) {
    super('What is kept encrypted does not open: it was changed, or ENCRYPTION_KEY was.', {
      cause,
    });
    this.name = 'NotOpened';
  }
}

/** AES-256-GCM: nonce, tag, ciphertext. The first key encrypts; decryption tries all. */
export function sealedBox(keys: readonly Buffer[]): SealedBox {
  const [current = Buffer.alloc(0)] = keys;

  function seal(text: string, boundTo: string): Buffer {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv(ALGORITHM, current, iv).setAAD(Buffer.from(boundTo));
    const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), ciphertext]);
  }

  function opened(
    sealed: Buffer,
    boundTo: string,
  ): { readonly text: string; readonly key: Buffer } {
    let failure: unknown;
    for (const key of keys) {
      try {
        return { text: openWith(key, sealed, boundTo), key };
      } catch (error) {
        failure = error;
      }
    }
    throw new NotOpened(failure);
  }

  return {
    seal,
    open: (sealed, boundTo) => opened(sealed, boundTo).text,
    reseal(sealed, boundTo) {
      const { text, key } = opened(sealed, boundTo);
      return key === current ? undefined : seal(text, boundTo);
    },
  };
}

function openWith(key: Buffer, sealed: Buffer, boundTo: string): string {
  const iv = sealed.subarray(0, IV_BYTES);
  const decipher = createDecipheriv(ALGORITHM, key, iv, { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(boundTo))
    .setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  const ciphertext = sealed.subarray(IV_BYTES + TAG_BYTES);
  return Buffer.concat([decipher.update(ciphertext), decipher.final()]).toString('utf8');
}
