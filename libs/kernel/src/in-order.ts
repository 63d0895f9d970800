/** Does work on one entry after the other, and answers in their order; a failure ends it. */
export async function inOrder<Entry, Result>(
  entries: readonly Entry[],
  work: (entry: Entry, at: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const [at, entry] of entries.entries()) results.push(await work(entry, at));
  return results;
}

/** What was done for each entry, and what failed for some. */
export interface Done<Result> {
  readonly results: Result[];
  readonly failures: unknown[];
}

/** Does work on one entry after the other, whatever fails for the ones before. */
export async function eachByItself<Entry, Result>(
  entries: readonly Entry[],
  work: (entry: Entry) => Promise<Result>,
): Promise<Done<Result>> {
  const done: Done<Result> = { results: [], failures: [] };
  for (const entry of entries) {
    try {
      done.results.push(await work(entry));
    } catch (error) {
      done.failures.push(error);
    }
  }
  return done;
}
