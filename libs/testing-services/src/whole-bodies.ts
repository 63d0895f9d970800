import { gzipSync } from 'node:zlib';
import type { ErrorCode } from '@svc/contracts';

export interface RefusedBody {
  readonly what: string;
  readonly body: string | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
  readonly error: ErrorCode;
  readonly fields?: readonly string[];
}

export interface AcceptedBody {
  readonly what: string;
  readonly from: (usual: string) => string;
  readonly headers?: Readonly<Record<string, string>>;
}

const ONE_MIB = 1024 * 1024;

const withMember = (usual: string, name: string, json: string): string =>
  `{"${name}":${json}${usual === '{}' ? '' : ','}${usual.slice(1)}`;

const nested = (depth: number): string => `${'['.repeat(depth)}1${']'.repeat(depth)}`;

const ones = (count: number): string => `[${Array(count).fill('1').join()}]`;

function valuesIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce<number>((sum, each) => sum + valuesIn(each), 1);
}

const paddedTo = (usual: string, bytes: number): string =>
  withMember(
    usual,
    'padding',
    `"${'x'.repeat(bytes - Buffer.byteLength(withMember(usual, 'padding', '""')))}"`,
  );

const noJson = (usual: string): readonly Pick<RefusedBody, 'what' | 'body' | 'headers'>[] => [
  { what: 'nothing', body: '' },
  { what: 'blanks', body: '  ' },
  { what: 'half an object', body: usual.slice(0, -1) },
  { what: 'an object and more', body: `${usual}x` },
  { what: 'a trailing comma', body: `${usual.slice(0, -1)},}` },
  { what: 'NaN', body: withMember(usual, 'unknown', 'NaN') },
  { what: 'single quotes', body: withMember(usual, 'unknown', "'x'") },
  { what: 'a byte-order mark', body: `\uFEFF${usual}` },
  { what: 'no UTF-8', body: Buffer.from(withMember(usual, 'unknown', '"\xff"'), 'latin1') },
  { what: 'UTF-16', body: Buffer.from(usual, 'utf16le') },
  { what: 'gzip', body: gzipSync(usual), headers: { 'content-encoding': 'gzip' } },
];

export const refusedBodies = (usual: string): readonly RefusedBody[] => [
  ...noJson(usual).map((each) => ({ ...each, error: 'invalid_json' as const })),
  ...['null', '5', '"text"', 'true', '[]', `[${usual}]`].map((body) => ({
    what: body.slice(0, 20),
    body,
    error: 'validation_failed' as const,
    fields: ['body'],
  })),
  {
    what: '33 levels',
    body: withMember(usual, 'unknown', nested(32)),
    error: 'validation_failed',
    fields: ['body'],
  },
  {
    what: '20,001 values',
    body: withMember(usual, 'unknown', ones(20_000 - valuesIn(JSON.parse(usual)))),
    error: 'validation_failed',
    fields: ['body'],
  },
  { what: 'over 1 MiB', body: paddedTo(usual, ONE_MIB + 1), error: 'payload_too_large' },
  {
    what: 'U+0000 in an unknown field',
    body: withMember(usual, 'unknown', String.raw`{"a":["b","c\u0000d"]}`),
    error: 'validation_failed',
    fields: ['unknown.a.1'],
  },
  {
    what: 'a lone surrogate in an unknown field',
    body: withMember(usual, 'unknown', String.raw`"\ud83d"`),
    error: 'validation_failed',
    fields: ['unknown'],
  },
];

export const ACCEPTED_BODIES: readonly AcceptedBody[] = [
  { what: '32 levels', from: (usual) => withMember(usual, 'unknown', nested(31)) },
  {
    what: '20,000 values',
    from: (usual) => withMember(usual, 'unknown', ones(19_999 - valuesIn(JSON.parse(usual)))),
  },
  { what: '1 MiB', from: (usual) => paddedTo(usual, ONE_MIB) },
  { what: 'a member of objects', from: (usual) => withMember(usual, 'constructor', '{"a":1}') },
  { what: 'a prototype', from: (usual) => withMember(usual, '__proto__', '{"a":1}') },
  {
    what: 'a whole surrogate pair',
    from: (usual) => withMember(usual, 'unknown', String.raw`"\ud83d\udd27"`),
  },
  {
    what: 'another Content-Type',
    from: (usual) => usual,
    headers: { 'content-type': 'text/plain; charset=latin1' },
  },
];
