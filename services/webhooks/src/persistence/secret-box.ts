import { createEncryption } from '@svc/database';

export interface SecretBox {
  seal(secret: string, companyId: number): Buffer;
  /** @throws when the bytes were changed, or sealed for another company or by another key */
  open(sealed: Buffer, companyId: number): string;
  /** Undefined when the first key sealed it already. */
  reseal(sealed: Buffer, companyId: number): Buffer | undefined;
}

export function createSecretBox(keys: readonly Buffer[]): SecretBox {
  const box = createEncryption(keys);
  const boundTo = (companyId: number): string => `company ${companyId}`;
  return {
    seal: (secret, companyId) => box.encrypt(secret, boundTo(companyId)),
    open: (sealed, companyId) => box.decrypt(sealed, boundTo(companyId)),
    reseal: (sealed, companyId) => box.reencrypt(sealed, boundTo(companyId)),
  };
}
