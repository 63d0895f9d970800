import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Fields whose values are published words, our own names, or file names: anything else may be personal. */
const PUBLIC_FIELDS: ReadonlySet<string> = new Set([
  ...['slug', 'ref', 'timezone', 'country', 'plan', 'features', 'role', 'mode', 'scopes'],
  ...['status', 'availability_status', 'job_status', 'job_priority', 'priority', 'condition'],
  ...['ownership_type', 'location_type', 'service_type', 'event', 'events', 'managed_by', 'type'],
  ...['location', 'technician', 'asset_type', 'asset', 'item', 'from', 'assigned_to', 'unit'],
  ...['customer', 'supplier', 'meter', 'stock', 'transport_modes', 'category', 'sub', 'include'],
  ...['by', 'job', 'action', 'sort', 'sort_by', 'sort_order', 'order', 'address_state', 'state'],
]);
const IDS_AND_TIMES = /^[\d:.TZ+-]{1,30}$/;
const SHORTEST = 3;

/** What has no place in a log, whoever used it: e-mail addresses, keys, secrets, signed statements. */
const FORBIDDEN: readonly RegExp[] = [
  /[\w.+-]+@[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}/i,
  /svc_(?:live|test)_[0-9A-Za-z]{20,}/,
  /whsec_[\w-]{20,}/,
  /expiresAtMs/,
  /authorization: *bearer/i,
  /-----BEGIN/,
];

/** The texts of a record that a log may not repeat; telephone numbers among them, ids and times not. */
function personalTexts(value: unknown, field = ''): string[] {
  if (typeof value === 'string' && /^https?:/.test(value)) return personalTexts(valuesIn(value));
  if (typeof value === 'string') return isPersonal(value, field) ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((each) => personalTexts(each, field));
  return Object.entries(value).flatMap(([name, each]) => personalTexts(each, name));
}

/** What a URL asks for, by name: all of it that may be personal or secret. */
export const valuesIn = (url: string): Record<string, string> =>
  Object.fromEntries(new URL(url, 'http://gateway').searchParams);

const isPersonal = (text: string, field: string): boolean =>
  text.length >= SHORTEST &&
  !PUBLIC_FIELDS.has(field) &&
  (!IDS_AND_TIMES.test(text) || /^\+\d{7,}$/.test(text));

/** A line of a log and what it should not hold. */
export interface Leak {
  readonly file: string;
  readonly line: string;
  readonly text: string;
}

/** Whole words only: a short name is a part of many others. */
const holds = (line: string, text: string): boolean => {
  for (let at = line.indexOf(text); at >= 0; at = line.indexOf(text, at + 1)) {
    const around = `${line[at - 1] ?? ''}${line[at + text.length] ?? ''}`;
    if (!/\w/.test(around)) return true;
  }
  return false;
};

/** Every personal or secret text that a line holds. */
function leaksIn(file: string, log: string, texts: Iterable<string>): Leak[] {
  const lines = log.split('\n');
  const found: Leak[] = [];
  for (const text of texts) {
    // As JSON writes it, in which a log repeats it.
    const written = JSON.stringify(text).slice(1, -1);
    if (!log.includes(written)) continue;
    found.push(
      ...lines.filter((line) => holds(line, written)).map((line) => ({ file, line, text })),
    );
  }
  for (const line of lines) {
    for (const pattern of FORBIDDEN) {
      const [text] = pattern.exec(line) ?? [];
      if (text !== undefined) found.push({ file, line, text });
    }
  }
  return found;
}

/** The logs of a data folder: of each process, of PostgreSQL, of NATS and of the store. */
function logFiles(dir: string): string[] {
  const logs = join(dir, 'logs');
  const ofProcesses = readdirSync(logs).map((name) => join(logs, name));
  const nodes = ['nats', ...['1', '2', '3'].map((number) => `nats-cluster/${number}`)];
  const ofServers = ['postgres', 'store', ...nodes].map((server) => join(dir, server, 'log'));
  return [...ofProcesses, ...ofServers.filter((file) => existsSync(file))];
}

/** What the logs of a run should not hold of what it used. */
export const leaksOf = (dir: string, used: readonly unknown[]): Leak[] => {
  const texts = new Set(used.flatMap((record) => personalTexts(record)));
  return logFiles(dir).flatMap((file) => leaksIn(file, readFileSync(file, 'utf8'), texts));
};
