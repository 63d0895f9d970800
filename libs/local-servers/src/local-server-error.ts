export class LocalServerError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'LocalServerError';
  }
}
