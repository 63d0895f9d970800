import { AbstractLogger } from 'typeorm';

/**
 * Writes nothing: TypeORM's own logger would put plain lines between the JSON lines on standard output,
 * and everything it writes is also in the errors that it throws.
 */
export class QuietLogger extends AbstractLogger {
  protected override writeLog(): void {}
}
