import { InvalidArgumentError } from 'commander';

/** Reads the id of a record. */
export function recordId(text: string): number {
  if (!/^[1-9]\d{0,15}$/.test(text)) {
    throw new InvalidArgumentError('It must be a positive integer.');
  }
  return Number(text);
}
