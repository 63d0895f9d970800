import { toRecordId } from '@svc/contracts';
import { InvalidArgumentError } from 'commander';

export function parseRecordId(text: string): number {
  const id = toRecordId(text);
  if (id === undefined) throw new InvalidArgumentError('It must be a positive integer.');
  return id;
}

export function parseHttpUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url;
  throw new InvalidArgumentError('It must be an http or https address.');
}
