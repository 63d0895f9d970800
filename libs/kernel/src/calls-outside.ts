/**
 * Runs a call to another service or provider on behalf of a transaction; the result is cached under
 * `question`.
 */
export type CallOutside = <Answer>(question: string, ask: () => Promise<Answer>) => Promise<Answer>;

class CallNeeded extends Error {
  constructor(
    readonly question: string,
    readonly ask: () => Promise<unknown>,
  ) {
    super('Nobody was asked yet.');
    this.name = 'NotAsked';
  }
}

/**
 * Attempts a transaction; where it needs an outside call, it is rolled back, the call is made, and the
 * transaction starts again. So none of the few shared connections waits for another service.
 */
export async function runWithCallsOutside<Result>(
  attempt: (ask: CallOutside) => Promise<Result>,
): Promise<Result> {
  const answers = new Map<string, Promise<unknown>>();
  const askOutside: CallOutside = <Answer>(question: string, ask: () => Promise<Answer>) => {
    const answer = answers.get(question) as Promise<Answer> | undefined;
    return answer ?? Promise.reject(new CallNeeded(question, ask));
  };
  for (;;) {
    try {
      return await attempt(askOutside);
    } catch (error) {
      if (!(error instanceof CallNeeded)) throw error;
      const answer = error.ask();
      answers.set(error.question, answer);
      // The next attempt gets the error.
      await answer.catch(() => undefined);
    }
  }
}
