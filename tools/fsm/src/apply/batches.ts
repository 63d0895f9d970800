import { BATCH_ITEMS_LIMIT, BATCH_LIMIT, itemsInside } from '@svc/contracts';

/** Keeps the parsing of one call within milliseconds. */
const BATCH_CHARACTERS = 64 * 1024;

export function splitIntoBatches(bodies: readonly object[]): readonly (readonly object[])[] {
  const batches: object[][] = [];
  let characters = 0;
  let items = 0;
  for (const body of bodies) {
    const { length } = JSON.stringify(body);
    const inside = itemsInside(body);
    const last = batches.at(-1);
    if (
      !last ||
      last.length === BATCH_LIMIT ||
      characters + length > BATCH_CHARACTERS ||
      items + inside > BATCH_ITEMS_LIMIT
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
