import { ERRORS_LIMIT, trimText } from '@svc/contracts';
import type { ArraySchema, Schema } from 'joi';
import { mostItemsOf } from './array';

/** The parts of a schema as Joi keeps them for its extensions. */
interface KnownParts {
  readonly keys?: readonly { readonly key: string; readonly schema: Schema }[];
  readonly items?: readonly Schema[];
}

/** What a schema says about the members of an object, or about the items of an array. */
export const partsKnownTo = (schema: Schema): KnownParts => schema.$_terms as KnownParts;

/**
 * The part of a JSON value that a schema reads: its own fields, with every text trimmed.
 *
 * Unknown fields, and the items of an array that is too long, are neither copied nor checked. Nothing
 * is refused here.
 */
export function knownFields(schema: Schema, value: unknown): unknown {
  if (typeof value === 'string') return trimText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (!Array.isArray(value)) return knownMembers(schema, value);
  const [item] = partsKnownTo(schema).items ?? [];
  if (!item || value.length > mostItemsOf(schema as ArraySchema)) return value;
  return value.map((each) => knownFields(item, each));
}

function knownMembers(schema: Schema, value: object): object {
  const { keys } = partsKnownTo(schema);
  if (!keys) return value;
  const read: Record<string, unknown> = {};
  for (const { key, schema: member } of keys) {
    if (Object.hasOwn(value, key)) read[key] = knownFields(member, Reflect.get(value, key));
  }
  // A closed object refuses unknown fields; only as many are passed on as a refusal names.
  if (schema._flags['unknown'] === false) {
    const unknown = Object.keys(value).filter((name) => !Object.hasOwn(read, name));
    for (const name of unknown.slice(0, ERRORS_LIMIT)) read[name] = null;
  }
  return read;
}
