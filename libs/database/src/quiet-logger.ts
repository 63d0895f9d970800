import { AbstractLogger } from 'typeorm';

/** TypeORM would print plain lines between JSON logs; it throws its errors anyway. */
export class QuietLogger extends AbstractLogger {
  protected override writeLog(): void {}
}
