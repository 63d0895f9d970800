import { ERRORS_LIMIT } from '@svc/contracts';
import type { ArraySchema, Schema } from 'joi';
import { mostItemsOf } from './array';
import { isJsonList, OBJECT, partsOf, type JsonList, type ListValue } from './json-to-lists';
import { partsKnownTo } from './known-fields';

/**
 * Builds the value that the lists stand for: the parts that a schema knows, or all of it without one.
 *
 * Fields that the schema does not know are not built, nor are the items of an array that is too long.
 * An object or array that the schema says nothing about is left empty or as it is.
 */
export function valueFromLists(listed: ListValue, schema?: Schema): unknown {
  if (!isJsonList(listed)) return listed;
  if (!schema) return withoutSchema(listed);
  return listed[0] === OBJECT ? objectFrom(listed, schema) : arrayFrom(listed, schema);
}

function withoutSchema(list: JsonList): unknown {
  const parts = partsOf(list).map(([name, part]) => [name, valueFromLists(part)] as const);
  return list[0] === OBJECT ? Object.fromEntries(parts) : parts.map(([, part]) => part);
}

function arrayFrom([, ...items]: JsonList, schema: Schema): unknown[] {
  const [item] = partsKnownTo(schema).items ?? [];
  if (!item || items.length > mostItemsOf(schema as ArraySchema)) return items;
  return items.map((each) => valueFromLists(each, item));
}

/** Its members in the order of the schema, so that the engine sees objects of one kind as alike. */
function objectFrom(list: JsonList, schema: Schema): object {
  const members = membersOf(schema);
  const given = new Map<string, ListValue>();
  for (let at = 1; at < list.length; at += 2) {
    const name = String(list[at]);
    if (members.has(name)) given.set(name, list[at + 1] ?? null);
  }
  const read: Record<string, unknown> = {};
  for (const [name, member] of members) {
    const value = given.get(name);
    if (value !== undefined) read[name] = valueFromLists(value, member);
  }
  // A closed object refuses unknown fields; only as many are passed on as a refusal names.
  if (schema._flags['unknown'] === false) {
    const refused = new Map<string, null>();
    for (let at = 1; at < list.length && refused.size < ERRORS_LIMIT; at += 2) {
      const name = String(list[at]);
      if (!members.has(name)) refused.set(name, null);
    }
    return { ...read, ...Object.fromEntries(refused) };
  }
  return read;
}

type Members = ReadonlyMap<string, Schema>;
const membersBySchema = new WeakMap<Schema, Members>();

function membersOf(schema: Schema): Members {
  const known = membersBySchema.get(schema);
  if (known) return known;
  const { keys = [] } = partsKnownTo(schema);
  const members = new Map(keys.map(({ key, schema: member }) => [key, member]));
  membersBySchema.set(schema, members);
  return members;
}
