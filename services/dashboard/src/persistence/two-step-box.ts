import { sealedBox } from '@svc/database';

/** Whose a secret is. */
export interface OfUser {
  readonly companyId: number;
  readonly userId: number;
}

/** Encrypts the secrets of authenticator apps before they are stored, each bound to its user. */
export interface TwoStepBox {
  seal(secret: string, user: OfUser): Buffer;
  /** @throws NotOpened when the bytes were sealed for another user, with another key, or changed. */
  open(sealed: Buffer, user: OfUser): string;
  /** The same secret sealed with the first key; undefined when it is already. Throws as `open` does. */
  reseal(sealed: Buffer, user: OfUser): Buffer | undefined;
}

export function twoStepBox(keys: readonly Buffer[]): TwoStepBox {
  const box = sealedBox(keys);
  const boundTo = ({ companyId, userId }: OfUser): string =>
    `two-step verification of user ${userId} of company ${companyId}`;
  return {
    seal: (secret, user) => box.seal(secret, boundTo(user)),
    open: (sealed, user) => box.open(sealed, boundTo(user)),
    reseal: (sealed, user) => box.reseal(sealed, boundTo(user)),
  };
}

/** A secret as it is kept: sealed, or as the release before has kept it. */
export interface KeptSecret {
  readonly plain: string | null;
  readonly sealed: Buffer | null;
}

/** The secret itself. A plain one is newer than a sealed one beside it, of which its writer did not know. */
export function openedSecret(box: TwoStepBox, user: OfUser, { plain, sealed }: KeptSecret): string {
  if (plain !== null) return plain;
  if (sealed === null) throw new Error(`User ${user.userId} has no secret.`);
  return box.open(sealed, user);
}
