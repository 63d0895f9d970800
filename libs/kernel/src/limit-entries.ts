/** Bounds an `LRUCache` without `max`, which would allocate all slots at once: 5 ms for 50,000. */
export const limitEntries = (entries: number): { maxSize: number; sizeCalculation: () => 1 } => ({
  maxSize: entries,
  sizeCalculation: () => 1,
});
