export async function runInOrder<Entry, Result>(
  entries: readonly Entry[],
  work: (entry: Entry, at: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const [at, entry] of entries.entries()) results.push(await work(entry, at));
  return results;
}

export interface BatchResults<Result> {
  readonly results: Result[];
  readonly failures: unknown[];
}

export async function runEach<Entry, Result>(
  entries: readonly Entry[],
  work: (entry: Entry) => Promise<Result>,
): Promise<BatchResults<Result>> {
  const done: BatchResults<Result> = { results: [], failures: [] };
  for (const entry of entries) {
    try {
      done.results.push(await work(entry));
    } catch (error) {
      done.failures.push(error);
    }
  }
  return done;
}
