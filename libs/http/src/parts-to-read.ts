import type { Schema } from 'joi';
import { BACKSLASH } from './json-bytes';
import { isNameAt } from './json-string';
import { partsKnownTo } from './known-fields';

/** What is read of the value in one place of a body, known before the value is. */
export interface PartToRead {
  /** Of a value that is not read, only that it is JSON matters. */
  readonly isRead: boolean;
  /** What is read of each item, where the value is an array. */
  item(): PartToRead;
  /**
   * What is read of a member, where the value is an object; undefined where its name, which stands in
   * a text between two quotes, is unknown.
   */
  member(text: Buffer, start: number, end: number): PartToRead | undefined;
  /** Whether the names of unknown members are read. */
  readonly readsUnknownNames: boolean;
}

/** All of a value. */
export const ALL: PartToRead = {
  isRead: true,
  item: () => ALL,
  member: () => ALL,
  readsUnknownNames: true,
};

/** Nothing of a value. */
export const NOTHING: PartToRead = {
  isRead: false,
  item: () => NOTHING,
  member: () => undefined,
  readsUnknownNames: false,
};

/** An array that a schema says nothing about is read as it is, but nothing of the objects in it. */
const ALL_BUT_MEMBERS: PartToRead = { ...NOTHING, isRead: true, item: () => ALL_BUT_MEMBERS };

interface Member {
  readonly name: Buffer;
  readonly part: PartToRead;
}

const partBySchema = new WeakMap<Schema, PartToRead>();

/** What a schema knows of a value. */
export function partToRead(schema: Schema): PartToRead {
  const known = partBySchema.get(schema);
  if (known) return known;
  const { keys = [], items: [itemSchema] = [] } = partsKnownTo(schema);
  const item = itemSchema ? partToRead(itemSchema) : ALL_BUT_MEMBERS;
  const members = keys.map(({ key, schema: of }): Member => ({
    name: Buffer.from(key),
    part: partToRead(of),
  }));
  const byFirstByte = Array.from({ length: 256 }, (_, byte) =>
    byte === BACKSLASH ? members : members.filter(({ name }) => name[0] === byte),
  );
  const part: PartToRead = {
    isRead: true,
    item: () => item,
    member(text, start, end) {
      // Twenty thousand names, each compared to every member, would cost more than the rest of reading them,
      // and an iterator for each leave eight megabytes to the garbage collector.
      const possible = byFirstByte[text[start] ?? 0] ?? [];
      for (let at = 0; at < possible.length; at += 1) {
        const { name, part: member } = possible[at] as Member;
        if (isNameAt(text, name, start, end)) return member;
      }
      return undefined;
    },
    // A closed object names the fields that it refuses.
    readsUnknownNames: schema._flags['unknown'] === false,
  };
  partBySchema.set(schema, part);
  return part;
}
