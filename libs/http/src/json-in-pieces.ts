import { setImmediate as othersHadTheirTurns } from 'node:timers/promises';
import { partsAt } from './operations-in';

/**
 * A page of a hundred records may have 12 MB, because a text of 10,000 characters takes 60,000 bytes
 * where each is written as an escape. To write that at once occupies a process for a quarter of a second,
 * for which requests of other companies wait. A piece of this size takes some milliseconds, and other
 * requests have their turns after each.
 */
const PIECE_CHARACTERS = 64 * 1024;

/** Rows of a usual size are written many at a time, which costs less than one by one. */
const MOST_ROWS = 8;

/** An object as JSON, without its last brace. */
interface JsonPieces {
  /** None where it is no larger than usual. */
  readonly first: readonly Buffer[];
  readonly last: string;
}

const isLongList = (value: unknown): value is readonly unknown[] =>
  Array.isArray(value) && value.length > MOST_ROWS;

/** Whether a value is a long list or an object that has one: the list of an answer, or that of its record. */
const holdsLongList = (value: unknown, depth = 0): boolean =>
  isLongList(value) ||
  (depth < 2 &&
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.values(value).some((member) => holdsLongList(member, depth + 1)));

/** Writes an object as JSON does; in pieces where it, or a member of it, has a long list of large items. */
export async function jsonInPieces(body: object): Promise<JsonPieces> {
  if (!holdsLongList(body)) return { first: [], last: JSON.stringify(body).slice(0, -1) };
  const first: Buffer[] = [];
  let piece = '';

  async function write(value: unknown): Promise<void> {
    if (isLongList(value)) await writeList(value);
    else if (holdsLongList(value)) await writeMembers(value as object);
    else piece += JSON.stringify(value);
  }

  async function writeMembers(value: object): Promise<void> {
    let before = '{';
    for (const [name, member] of Object.entries(value)) {
      if (member === undefined) continue;
      piece += `${before}${JSON.stringify(name)}:`;
      await write(member);
      before = ',';
    }
    piece += '}';
  }

  async function writeList(rows: readonly unknown[]): Promise<void> {
    let before = '[';
    let rowsAtOnce = 1;
    for (let at = 0; at < rows.length;) {
      const part = JSON.stringify(rows.slice(at, at + rowsAtOnce)).slice(1, -1);
      piece += before + part;
      before = ',';
      at += rowsAtOnce;
      const isLarge = part.length > PIECE_CHARACTERS / MOST_ROWS;
      rowsAtOnce = isLarge ? 1 : Math.min(2 * rowsAtOnce, MOST_ROWS);
      if (piece.length < PIECE_CHARACTERS) continue;
      first.push(Buffer.from(piece));
      piece = '';
      await othersHadTheirTurns();
    }
    piece += ']';
  }

  await writeMembers(body);
  return { first, last: piece.slice(0, -1) };
}

/** How `jsonInPieces` begins a list. */
const LIST = Buffer.from('{"success":true,"data":[');

/**
 * Reads what a service answered: the same as JSON.parse, of a larger list in pieces.
 *
 * @throws SyntaxError
 */
export async function parseInPieces(json: Buffer): Promise<unknown> {
  const isList = json.subarray(0, LIST.length).equals(LIST);
  if (json.length < PIECE_CHARACTERS || !isList) return JSON.parse(json.toString());
  const rows: unknown[] = [];
  let end = LIST.length;
  let piece = end;
  for (const row of partsAt(json, LIST.length - 1)) {
    rows.push(JSON.parse(json.toString('utf8', row.start, row.end)));
    end = row.end;
    if (end - piece < PIECE_CHARACTERS) continue;
    piece = end;
    await othersHadTheirTurns();
  }
  const rest = JSON.parse(`${String(LIST)}${json.toString('utf8', end)}`) as object;
  return { ...rest, data: rows };
}
