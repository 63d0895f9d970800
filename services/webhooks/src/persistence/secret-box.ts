import { createEncryption } from '@svc/database';

export interface SecretBox {
  encrypt(secret: string, companyId: number): Buffer;
  /** @throws when the bytes were changed, or encrypted for another company or by another key */
  decrypt(encrypted: Buffer, companyId: number): string;
  /** Undefined when the first key encrypted it already. */
  reencrypt(encrypted: Buffer, companyId: number): Buffer | undefined;
}

export function createSecretBox(keys: readonly Buffer[]): SecretBox {
  const box = createEncryption(keys);
  const boundTo = (companyId: number): string => `company ${companyId}`;
  return {
    encrypt: (secret, companyId) => box.encrypt(secret, boundTo(companyId)),
    decrypt: (encrypted, companyId) => box.decrypt(encrypted, boundTo(companyId)),
    reencrypt: (encrypted, companyId) => box.reencrypt(encrypted, boundTo(companyId)),
  };
}
