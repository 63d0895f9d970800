/**
 * Runs a call to another service or provider on behalf of a transaction; the result is cached under
 * `key`.
 */
export type CallOutside = <Result>(key: string, call: () => Promise<Result>) => Promise<Result>;

class CallNeeded extends Error {
  constructor(
    readonly key: string,
    readonly call: () => Promise<unknown>,
  ) {
    super('The transaction needs an outside call.');
    this.name = 'CallNeeded';
  }
}

/**
 * Attempts a transaction; where it needs an outside call, it is rolled back, the call is made, and the
 * transaction starts again. So none of the few shared connections waits for another service.
 */
export async function runWithCallsOutside<Result>(
  attempt: (callOutside: CallOutside) => Promise<Result>,
): Promise<Result> {
  const results = new Map<string, Promise<unknown>>();
  const callOutside: CallOutside = <Result>(key: string, call: () => Promise<Result>) => {
    const result = results.get(key) as Promise<Result> | undefined;
    return result ?? Promise.reject(new CallNeeded(key, call));
  };
  for (;;) {
    try {
      return await attempt(callOutside);
    } catch (error) {
      if (!(error instanceof CallNeeded)) throw error;
      const result = error.call();
      results.set(error.key, result);
      // The next attempt gets the error.
      await result.catch(() => undefined);
    }
  }
}
