/** A local server cannot run; the message is one line for the person who asked for it. */
export class LocalServerError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'LocalServerError';
  }
}
