export async function inOrder<Entry, Result>(
  entries: readonly Entry[],
  work: (entry: Entry, at: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const [at, entry] of entries.entries()) results.push(await work(entry, at));
  return results;
}

export interface Done<Result> {
  readonly results: Result[];
  readonly failures: unknown[];
}

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
