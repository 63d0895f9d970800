import { BATCH_LIMIT } from '@svc/contracts';

/** Small enough to be read and checked in some milliseconds, whatever the entries hold. */
const BATCH_CHARACTERS = 64 * 1024;

/** Neighbours that are sent in one call: as many as it takes, and not too large a body. */
export function batchesOf(bodies: readonly object[]): readonly (readonly object[])[] {
  const batches: object[][] = [];
  let characters = 0;
  for (const body of bodies) {
    const { length } = JSON.stringify(body);
    const last = batches.at(-1);
    if (!last || last.length === BATCH_LIMIT || characters + length > BATCH_CHARACTERS) {
      batches.push([body]);
      characters = length;
    } else {
      last.push(body);
      characters += length;
    }
  }
  return batches;
}
