import type { AttemptResponse } from '../../../../contract/responses';

const quote = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** Returns a shell command that sends an attempt's request once more. */
export const toCurl = (
  url: string,
  { request_headers: headers, request_body: body }: AttemptResponse,
): string =>
  [
    `curl ${quote(url)}`,
    ...headers.map(({ name, value }) => `-H ${quote(`${name}: ${value}`)}`),
    `--data-raw ${quote(body)}`,
  ].join(' \\\n  ');
