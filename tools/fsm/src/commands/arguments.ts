import { recordIdOf } from '@svc/contracts';
import { InvalidArgumentError } from 'commander';

/** Reads the id of a record. */
export function recordId(text: string): number {
  const id = recordIdOf(text);
  if (id === undefined) throw new InvalidArgumentError('It must be a positive integer.');
  return id;
}
