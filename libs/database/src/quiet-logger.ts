import { AbstractLogger } from 'typeorm';

/** TypeORM's own logger would print plain lines between JSON logs; errors are thrown anyway. */
export class QuietLogger extends AbstractLogger {
  protected override writeLog(): void {}
}
