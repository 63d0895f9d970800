import { MAX_ARRAY_ITEMS, MAX_ERRORS, trimText, type FieldError } from '@svc/contracts';
import type { Description, Schema } from 'joi';
import { cachePerSchema } from './cache-per-schema';

interface Shape {
  readonly isRequired: boolean;
  readonly fields?: ReadonlyMap<string, Shape>;
  readonly isClosed: boolean;
  readonly isOpen: boolean;
  readonly item?: Shape;
  readonly maxItems: number;
}

const getShape = cachePerSchema(toShape);

function toShape({ keys, items, flags, rules }: Description): Shape {
  const [item] = (items ?? []) as readonly Description[];
  const max = (rules as readonly Rule[] | undefined)?.find(({ name }) => name === 'max');
  const { presence, unknown } = (flags ?? {}) as Flags;
  return {
    isRequired: presence === 'required',
    ...(keys && {
      fields: new Map(
        Object.entries<Description>(keys).map(([name, field]) => [name, toShape(field)]),
      ),
    }),
    isClosed: unknown === false,
    isOpen: unknown === true,
    ...(item && { item: toShape(item) }),
    maxItems: max?.args?.limit ?? MAX_ARRAY_ITEMS,
  };
}

interface Rule {
  readonly name: string;
  readonly args?: { readonly limit?: number };
}

interface Flags {
  readonly presence?: string;
  readonly unknown?: boolean;
}

/**
 * Copies the part of a JSON value that a schema reads, with texts trimmed; of an array that is too long
 * only its excess length. Rejects nothing.
 *
 * @param shouldDropBlanks whether optional nulls and blank texts are left out
 */
export const pickKnownFields = (
  schema: Schema,
  value: unknown,
  shouldDropBlanks: boolean,
): unknown => pickPart(value, getShape(schema), shouldDropBlanks);

function pickPart(value: unknown, shape: Shape, shouldDropBlanks: boolean): unknown {
  if (typeof value === 'string') return trimText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (!Array.isArray(value)) return pickFields(value, shape, shouldDropBlanks);
  const { item, maxItems } = shape;
  if (!item) return value;
  if (value.length > maxItems) return Array(maxItems + 1).fill(null);
  return value.map((each) => pickPart(each, item, shouldDropBlanks));
}

function pickFields(value: object, { fields, isClosed }: Shape, shouldDropBlanks: boolean): object {
  if (!fields) return value;
  const read: Record<string, unknown> = {};
  for (const [name, field] of fields) {
    if (!Object.hasOwn(value, name)) continue;
    const part = pickPart(Reflect.get(value, name), field, shouldDropBlanks);
    const isNone = shouldDropBlanks && !field.isRequired && (part === '' || part === null);
    if (!isNone) read[name] = part;
  }
  if (!isClosed) return read;
  // A closed object rejects unknown fields; only as many are passed on as an error names.
  const unknown = Object.keys(value).filter((name) => !Object.hasOwn(read, name));
  const named = unknown.slice(0, MAX_ERRORS + 1).map((name) => [name, null] as const);
  return { ...read, ...Object.fromEntries(named) };
}

const MAX_NAME_CHARACTERS = 255;

const shortenName = (name: string): string => name.slice(0, MAX_NAME_CHARACTERS).toWellFormed();

/** Finds parameters that neither select the operation nor belong to its query. */
export const findUnknownParameters = (
  schema: Schema,
  given: object,
  selectors: readonly string[],
): FieldError[] =>
  findUnknown(schema, given, 'parameter').filter(({ field }) => !selectors.includes(field));

/** Finds the fields of a body that no schema reads, in nested objects too; one more than errors name. */
export const findUnknownFields = (schema: Schema, json: unknown): FieldError[] =>
  findUnknown(schema, json, 'field');

function findUnknown(schema: Schema, whole: unknown, kind: 'parameter' | 'field'): FieldError[] {
  const found: FieldError[] = [];
  const visit = (value: unknown, { fields, isOpen, item, maxItems }: Shape, path: string): void => {
    if (typeof value !== 'object' || value === null || found.length > MAX_ERRORS) return;
    if (Array.isArray(value)) {
      if (!item || value.length > maxItems) return;
      value.forEach((each, at) => visit(each, item, `${path}${at}.`));
      return;
    }
    if (!fields || isOpen) return;
    for (const [name, part] of Object.entries(value)) {
      const known = fields.get(name);
      const field = path + shortenName(name);
      if (known) visit(part, known, `${field}.`);
      else found.push({ field, message: `${field} is not a ${kind} of this operation.` });
      if (found.length > MAX_ERRORS) return;
    }
  };
  visit(whole, getShape(schema), '');
  return found;
}
