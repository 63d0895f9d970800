import { MAX_ARRAY_ITEMS } from '@svc/contracts';

export interface EntryPart {
  readonly body: object;
  /** Position of the part's first item in the entry's list. */
  readonly from: number;
}

const itemsOf = (body: object, list: string): readonly unknown[] =>
  (Reflect.get(body, list) ?? []) as readonly unknown[];

/** Splits an entry whose list is longer than one call accepts. */
export function splitEntry(
  body: object,
  list: string | undefined,
): readonly [EntryPart, ...EntryPart[]] {
  const items = list === undefined ? [] : itemsOf(body, list);
  if (list === undefined || items.length <= MAX_ARRAY_ITEMS) return [{ body, from: 0 }];
  const partFrom = (from: number): EntryPart => ({
    body: { ...body, [list]: items.slice(from, from + MAX_ARRAY_ITEMS) },
    from,
  });
  const parts: [EntryPart, ...EntryPart[]] = [partFrom(0)];
  for (let from = MAX_ARRAY_ITEMS; from < items.length; from += MAX_ARRAY_ITEMS)
    parts.push(partFrom(from));
  return parts;
}

export function joinResponses<Data extends object>(
  first: Data,
  others: readonly Data[],
  list: string | undefined,
): Data {
  if (list === undefined || others.length === 0) return first;
  return { ...first, [list]: [first, ...others].flatMap((response) => itemsOf(response, list)) };
}
