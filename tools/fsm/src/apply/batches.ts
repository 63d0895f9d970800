import { MAX_BATCH_ITEMS, MAX_BATCH_ENTRIES, countArrayItems } from '@svc/contracts';

/** Keeps the parsing of one call within milliseconds. */
const BATCH_CHARACTERS = 64 * 1024;

export function splitIntoBatches(bodies: readonly object[]): readonly (readonly object[])[] {
  const batches: object[][] = [];
  let characters = 0;
  let items = 0;
  for (const body of bodies) {
    const { length } = JSON.stringify(body);
    const inside = countArrayItems(body);
    const last = batches.at(-1);
    if (
      !last ||
      last.length === MAX_BATCH_ENTRIES ||
      characters + length > BATCH_CHARACTERS ||
      items + inside > MAX_BATCH_ITEMS
    ) {
      batches.push([body]);
      characters = length;
      items = inside;
    } else {
      last.push(body);
      characters += length;
      items += inside;
    }
  }
  return batches;
}
