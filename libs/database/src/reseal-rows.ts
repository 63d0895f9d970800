import { NotOpened } from './sealed-box';

/** How many sealed rows were changed, were up to date, or could not be opened. */
export interface Resealed {
  /** Sealed with the current key now. */
  readonly rewrapped: number;
  /** Already sealed with the current key. */
  readonly already: number;
  /** Open with no key: left as they are. */
  readonly unreadable: number;
}

/** Some rows of one table, in a fixed order. */
export interface SealedRows<Row> {
  /** The next few after one; the first few where there is none. */
  after(row: Row | undefined): Promise<readonly Row[]>;
  /** Its bytes sealed with the current key; undefined when they are already. Throws NotOpened. */
  reseal(row: Row): Buffer | undefined;
  /** Replaces the bytes of those rows that still have the ones that were read; answers how many. */
  replace(resealed: readonly (readonly [Row, Buffer])[]): Promise<number>;
}

/**
 * Seals all rows with the current key, a few at a time and outside any transaction.
 *
 * Requests may write rows meanwhile: those are sealed with the current key, and are never overwritten.
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
