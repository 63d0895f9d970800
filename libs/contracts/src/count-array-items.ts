/** Counts nested arrays, too. */
export function countArrayItems(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const parts: readonly unknown[] = Object.values(value);
  const length = Array.isArray(value) ? value.length : 0;
  return parts.reduce<number>((items, part) => items + countArrayItems(part), length);
}
