import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Values of these fields are published words, platform names or file names; all others may be personal. */
const PUBLIC_FIELDS: ReadonlySet<string> = new Set([
  ...['slug', 'ref', 'timezone', 'country', 'plan', 'features', 'role', 'mode', 'scopes'],
  ...['status', 'availability_status', 'job_status', 'job_priority', 'priority', 'condition'],
  ...['ownership_type', 'location_type', 'service_type', 'event', 'events', 'managed_by', 'type'],
  ...['location', 'technician', 'asset_type', 'asset', 'item', 'from', 'assigned_to', 'unit'],
  ...['customer', 'supplier', 'meter', 'stock', 'transport_modes', 'category', 'sub', 'include'],
  ...[
    'by',
    'job',
    'method',
    'path',
    'action',
    'sort',
    'sort_by',
    'sort_order',
    'order',
    'address_state',
    'state',
  ],
]);
const IDS_AND_TIMES = /^[\d:.TZ+-]{1,30}$/;
const SHORTEST = 3;

/** E-mail addresses, keys, secrets and signed tokens must never be logged. */
const FORBIDDEN: readonly RegExp[] = [
  /(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}/i,
  /svc_(?:live|test)_[0-9A-Za-z]{20,}/,
  /whsec_[\w-]{20,}/,
  /expiresAtMs/,
  /authorization: *bearer/i,
  /-----BEGIN/,
];

/** Texts that logs must not repeat, telephone numbers included, ids and times not. */
function personalTexts(value: unknown, field = ''): string[] {
  if (typeof value === 'string' && /^https?:/.test(value))
    return personalTexts(parseUrlValues(value));
  if (typeof value === 'string') return isPersonal(value, field) ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((each) => personalTexts(each, field));
  return Object.entries(value).flatMap(([name, each]) => personalTexts(each, name));
}

export const parseUrlValues = (url: string): Record<string, string> =>
  Object.fromEntries(new URL(url, 'http://gateway').searchParams);

const isPersonal = (text: string, field: string): boolean =>
  text.length >= SHORTEST &&
  !PUBLIC_FIELDS.has(field) &&
  (!IDS_AND_TIMES.test(text) || /^\+\d{7,}$/.test(text));

export interface Leak {
  readonly file: string;
  readonly line: string;
  readonly text: string;
}

const WORD = /\w+/g;

interface Shape {
  readonly before: number;
  readonly length: number;
}

/** An index that makes the search independent of the number of texts. */
interface Wanted {
  readonly texts: ReadonlyMap<string, string>;
  readonly shapes: ReadonlyMap<string, readonly Shape[]>;
  readonly wordless: readonly string[];
}

function wantedOf(all: Iterable<string>): Wanted {
  const texts = new Map([...all].map((text) => [JSON.stringify(text).slice(1, -1), text]));
  const shapes = new Map<string, Shape[]>();
  const wordless: string[] = [];
  for (const written of texts.keys()) {
    const [first] = written.matchAll(WORD);
    if (!first) {
      wordless.push(written);
      continue;
    }
    const alike = shapes.get(first[0]) ?? [];
    shapes.set(first[0], alike);
    const shape = { before: first.index, length: written.length };
    const isKnown = alike.some(
      ({ before, length }) => before === shape.before && length === shape.length,
    );
    if (!isKnown) alike.push(shape);
  }
  return { texts, shapes, wordless };
}

/** A short name is part of many other words. */
const isWholeWord = (line: string, at: number, length: number): boolean =>
  !/\w/.test(`${line[at - 1] ?? ''}${line[at + length] ?? ''}`);

function textsIn(line: string, { texts, shapes, wordless }: Wanted): Set<string> {
  const found = new Set<string>();
  const note = (at: number, length: number): void => {
    const text = at < 0 ? undefined : texts.get(line.slice(at, at + length));
    if (text !== undefined && isWholeWord(line, at, length)) found.add(text);
  };
  for (const { 0: word, index } of line.matchAll(WORD)) {
    for (const { before, length } of shapes.get(word) ?? []) note(index - before, length);
  }
  for (const written of wordless) {
    for (let at = line.indexOf(written); at >= 0; at = line.indexOf(written, at + 1)) {
      note(at, written.length);
    }
  }
  return found;
}

function leaksIn(file: string, log: string, wanted: Wanted): Leak[] {
  const found: Leak[] = [];
  for (const line of log.split('\n')) {
    for (const text of textsIn(line, wanted)) found.push({ file, line, text });
    for (const pattern of FORBIDDEN) {
      const [text] = pattern.exec(line) ?? [];
      if (text !== undefined) found.push({ file, line, text });
    }
  }
  return found;
}

function logFiles(dir: string): string[] {
  const logs = join(dir, 'logs');
  const ofProcesses = readdirSync(logs).map((name) => join(logs, name));
  const nodes = ['nats', ...['1', '2', '3'].map((number) => `nats-cluster/${number}`)];
  const ofServers = ['postgres', 'store', ...nodes].map((server) => join(dir, server, 'log'));
  return [...ofProcesses, ...ofServers.filter((file) => existsSync(file))];
}

export const findLeaks = (dir: string, used: readonly unknown[]): Leak[] => {
  const wanted = wantedOf(used.flatMap((record) => personalTexts(record)));
  return logFiles(dir).flatMap((file) => leaksIn(file, readFileSync(file, 'utf8'), wanted));
};
