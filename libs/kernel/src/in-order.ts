/** Does work on one entry after the other, and answers in their order; a failure ends it. */
export async function inOrder<Entry, Result>(
  entries: readonly Entry[],
  work: (entry: Entry, at: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const [at, entry] of entries.entries()) results.push(await work(entry, at));
  return results;
}
