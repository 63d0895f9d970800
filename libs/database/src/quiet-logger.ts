import { AbstractLogger } from 'typeorm';

/**
 * Says nothing: TypeORM's own logger writes plain lines between the JSON ones on standard output,
 * and what it tells is in the errors that it throws.
 */
export class QuietLogger extends AbstractLogger {
  protected override writeLog(): void {}
}
