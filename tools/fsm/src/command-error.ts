export class CommandError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'Refusal';
  }
}
