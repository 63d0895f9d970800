import { NotOpened } from './sealed-box';

export interface Resealed {
  /** Encrypted with the current key by this run. */
  readonly rewrapped: number;
  /** Already encrypted with the current key. */
  readonly already: number;
  /** No key decrypts them; left unchanged. */
  readonly unreadable: number;
}

export interface SealedRows<Row> {
  /** The next few rows after one, or the first few. */
  after(row: Row | undefined): Promise<readonly Row[]>;
  /** Undefined if the current key was used already. Throws DecryptionFailed. */
  reseal(row: Row): Buffer | undefined;
  /** Replaces only rows whose bytes are unchanged since they were read; returns how many. */
  replace(resealed: readonly (readonly [Row, Buffer])[]): Promise<number>;
}

/**
 * Encrypts all rows with the current key, a few at a time and outside transactions. Rows written meanwhile
 * already use the current key and are not overwritten.
 */
export async function resealRows<Row>({
  after,
  reseal,
  replace,
}: SealedRows<Row>): Promise<Resealed> {
  let seen = 0;
  let rewrapped = 0;
  let unreadable = 0;
  for (let rows = await after(undefined); rows.length > 0; rows = await after(rows.at(-1))) {
    const resealed: (readonly [Row, Buffer])[] = [];
    for (const row of rows) {
      try {
        const sealed = reseal(row);
        if (sealed) resealed.push([row, sealed]);
      } catch (error) {
        if (!(error instanceof NotOpened)) throw error;
        unreadable += 1;
      }
    }
    seen += rows.length;
    if (resealed.length > 0) rewrapped += await replace(resealed);
  }
  return { rewrapped, already: seen - rewrapped - unreadable, unreadable };
}

export const addResealed = (one: Resealed, other: Resealed): Resealed => ({
  rewrapped: one.rewrapped + other.rewrapped,
  already: one.already + other.already,
  unreadable: one.unreadable + other.unreadable,
});
