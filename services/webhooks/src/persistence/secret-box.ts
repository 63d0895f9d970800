import { sealedBox } from '@svc/database';

export interface SecretBox {
  seal(secret: string, companyId: number): Buffer;
  /**
   * @throws Error when the bytes were changed, or sealed for another company or with another key
   */
  open(sealed: Buffer, companyId: number): string;
  /** Undefined when the first key sealed it already. */
  reseal(sealed: Buffer, companyId: number): Buffer | undefined;
}

export function secretBox(keys: readonly Buffer[]): SecretBox {
  const box = sealedBox(keys);
  const boundTo = (companyId: number): string => `company ${companyId}`;
  return {
    seal: (secret, companyId) => box.seal(secret, boundTo(companyId)),
    open: (sealed, companyId) => box.open(sealed, boundTo(companyId)),
    reseal: (sealed, companyId) => box.reseal(sealed, boundTo(companyId)),
  };
}
