import { DecryptionFailed } from './encryption';

export interface ReencryptionCounts {
  readonly rewrapped: number;
  readonly already: number;
  readonly unreadable: number;
}

export interface EncryptedRows<Row> {
  /** The next few rows, or the first. */
  after(row: Row | undefined): Promise<readonly Row[]>;
  /** Undefined if already current. Throws DecryptionFailed. */
  reencrypt(row: Row): Buffer | undefined;
  /** Skips rows changed since they were read; returns how many it replaced. */
  replace(reencrypted: readonly (readonly [Row, Buffer])[]): Promise<number>;
}

/** Encrypts all rows with the current key, a few at a time and outside transactions. */
export async function reencryptRows<Row>({
  after,
  reencrypt,
  replace,
}: EncryptedRows<Row>): Promise<ReencryptionCounts> {
  let seen = 0;
  let rewrapped = 0;
  let unreadable = 0;
  for (let rows = await after(undefined); rows.length > 0; rows = await after(rows.at(-1))) {
    const reencrypted: (readonly [Row, Buffer])[] = [];
    for (const row of rows) {
      try {
        const encrypted = reencrypt(row);
        if (encrypted) reencrypted.push([row, encrypted]);
      } catch (error) {
        if (!(error instanceof DecryptionFailed)) throw error;
        unreadable += 1;
      }
    }
    seen += rows.length;
    if (reencrypted.length > 0) rewrapped += await replace(reencrypted);
  }
  return { rewrapped, already: seen - rewrapped - unreadable, unreadable };
}

export const addReencryptionCounts = (
  one: ReencryptionCounts,
  other: ReencryptionCounts,
): ReencryptionCounts => ({
  rewrapped: one.rewrapped + other.rewrapped,
  already: one.already + other.already,
  unreadable: one.unreadable + other.unreadable,
});
