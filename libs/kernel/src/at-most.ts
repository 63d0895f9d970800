/**
 * How an `LRUCache` is told how many entries it may hold. Told by its `max`, it sets the room for all of them
 * aside at once: 5 ms for 50,000, most of which are never there.
 */
export const atMost = (entries: number): { maxSize: number; sizeCalculation: () => 1 } => ({
  maxSize: entries,
  sizeCalculation: () => 1,
});
