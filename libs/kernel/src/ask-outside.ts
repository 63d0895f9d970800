/**
 * Asks somebody outside the process from within a transaction; the answer is the one that is known of this
 * question already, or comes with the next attempt.
 */
export type AskOutside = <Answer>(question: string, ask: () => Promise<Answer>) => Promise<Answer>;

/** What stops an attempt: somebody has to be asked first. */
class NotAsked extends Error {
  constructor(
    readonly question: string,
    readonly ask: () => Promise<unknown>,
  ) {
    super('Nobody was asked yet.');
    this.name = 'NotAsked';
  }
}

/**
 * Attempts what is one transaction as a whole, and asks others between attempts only: one that has a
 * question is given up, and made again once there is an answer. So no connection, of the few that all
 * companies share, waits for another service or a provider.
 */
export async function askingOutside<Result>(
  attempt: (ask: AskOutside) => Promise<Result>,
): Promise<Result> {
  const answers = new Map<string, Promise<unknown>>();
  const askOutside: AskOutside = <Answer>(question: string, ask: () => Promise<Answer>) => {
    const answer = answers.get(question) as Promise<Answer> | undefined;
    return answer ?? Promise.reject(new NotAsked(question, ask));
  };
  for (;;) {
    try {
      return await attempt(askOutside);
    } catch (error) {
      if (!(error instanceof NotAsked)) throw error;
      const answer = error.ask();
      answers.set(error.question, answer);
      // What became of it, the next attempt is told.
      await answer.catch(() => undefined);
    }
  }
}
