import { sealedBox } from '@svc/database';

/** Encrypts signing secrets before they are stored. */
export interface SecretBox {
  seal(secret: string, companyId: number): Buffer;
  /** @throws Error when the bytes were sealed for another company, with another key, or changed. */
  open(sealed: Buffer, companyId: number): string;
  /** The same secret sealed with the first key; undefined when it is already. Throws as `open` does. */
  reseal(sealed: Buffer, companyId: number): Buffer | undefined;
}

/** A sealed box whose secrets are bound to their company. */
export function secretBox(keys: readonly Buffer[]): SecretBox {
  const box = sealedBox(keys);
  const boundTo = (companyId: number): string => `company ${companyId}`;
  return {
    seal: (secret, companyId) => box.seal(secret, boundTo(companyId)),
    open: (sealed, companyId) => box.open(sealed, boundTo(companyId)),
    reseal: (sealed, companyId) => box.reseal(sealed, boundTo(companyId)),
  };
}
