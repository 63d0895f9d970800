import { countArrayItems, MAX_BATCH_ENTRIES, MAX_BATCH_ITEMS } from '@svc/contracts';

/** Keeps the parsing of one call within milliseconds. */
const BATCH_CHARACTERS = 64 * 1024;

export function splitIntoBatches(bodies: readonly object[]): readonly (readonly object[])[] {
  const batches: object[][] = [];
  let characters = 0;
  let items = 0;
  for (const body of bodies) {
    const { length } = JSON.stringify(body);
    const inside = countArrayItems(body);
    characters += length;
    items += inside;
    const last = batches.at(-1);
    const isWithin = characters <= BATCH_CHARACTERS && items <= MAX_BATCH_ITEMS;
    if (last && isWithin && last.length < MAX_BATCH_ENTRIES) {
      last.push(body);
      continue;
    }
    batches.push([body]);
    characters = length;
    items = inside;
  }
  return batches;
}
