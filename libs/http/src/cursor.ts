import { createHash } from 'node:crypto';
import { invalidField } from '@svc/contracts';
import type { ChangePosition } from '@svc/kernel';

export interface CursorOwner {
  readonly list: string;
  readonly companyId: number;
  readonly filters: Readonly<Record<string, unknown>>;
}

/** Version of the layout below; another one was written by another release. */
const LAYOUT_VERSION = 1;
const MAX_AGE_DAYS = 30;
const MAX_AGE_SECONDS = MAX_AGE_DAYS * 24 * 60 * 60;

export const MAX_CURSOR_CHARACTERS = 400;

type CursorFields = readonly [
  form: number,
  list: string,
  companyId: number,
  filters: string,
  issuedAt: number,
  generation: string,
  transaction: string,
  key: number,
];

/**
 * Writes the cursor a client continues from.
 *
 * It is unsigned: it is checked when it comes back, and a forged one can only name another position in a
 * list its sender may read anyway.
 */
export function writeCursor(owner: CursorOwner, at: Date, position: ChangePosition): string {
  const written: CursorFields = [
    LAYOUT_VERSION,
    owner.list,
    owner.companyId,
    hashFilters(owner.filters),
    toSeconds(at),
    position.generation,
    position.transaction,
    position.key,
  ];
  return Buffer.from(JSON.stringify(written)).toString('base64url');
}

/**
 * Reads the position in a cursor; undefined for an empty one, which starts at the beginning.
 *
 * @throws validation_failed on `cursor`
 */
export function readCursor(
  cursor: string,
  owner: CursorOwner,
  at: Date,
): ChangePosition | undefined {
  if (cursor === '') return undefined;
  const written = parse(cursor);
  if (!written) throw createCursorError('is not one that this list returned');
  const [form, list, companyId, filters, issuedAt, generation, transaction, key] = written;
  if (form !== LAYOUT_VERSION)
    throw createCursorError('is from another release; start again with an empty cursor');
  if (companyId !== owner.companyId)
    throw createCursorError('belongs to another company or another mode');
  if (list !== owner.list) throw createCursorError(`belongs to another list, ${list}`);
  if (filters !== hashFilters(owner.filters))
    throw createCursorError('was returned for other filters');
  if (toSeconds(at) - issuedAt > MAX_AGE_SECONDS) {
    throw createCursorError(`is older than ${MAX_AGE_DAYS} days; start again with an empty cursor`);
  }
  return { generation, transaction, key };
}

const createCursorError = (problem: string): Error => invalidField('cursor', `cursor ${problem}.`);

const toSeconds = (at: Date): number => Math.floor(at.getTime() / 1_000);

function hashFilters(filters: CursorOwner['filters']): string {
  const given = Object.entries(filters)
    .filter(([, value]) => value !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1));
  return createHash('sha256').update(JSON.stringify(given)).digest('base64url').slice(0, 16);
}

const LIST = /^[A-Za-z]{1,60}$/;
const DIGEST = /^[\w-]{16}$/;
const GENERATION = /^[0-9A-Fa-f-]{1,60}$/;
const TRANSACTION = /^(0|[1-9]\d{0,17})$/;

function parse(cursor: string): CursorFields | undefined {
  let parsed: unknown;
  try {
    parsed = JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    return undefined;
  }
  if (!Array.isArray(parsed) || !isCount(parsed[0])) return undefined;
  if (parsed[0] !== LAYOUT_VERSION) return parsed as unknown as CursorFields;
  const [, list, companyId, filters, issuedAt, generation, transaction, key, ...more] =
    parsed as unknown[];
  const isValid =
    isText(list, LIST) &&
    isCount(companyId) &&
    isText(filters, DIGEST) &&
    isCount(issuedAt) &&
    isText(generation, GENERATION) &&
    isText(transaction, TRANSACTION) &&
    isCount(key) &&
    more.length === 0;
  return isValid ? (parsed as unknown as CursorFields) : undefined;
}

const isCount = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Number(value) >= 0;

const isText = (value: unknown, form: RegExp): value is string =>
  typeof value === 'string' && form.test(value);
