import {
  splitAddress,
  type ApiCall,
  type CallOptions,
  type CallQuery,
  type CallTable,
  type Send,
} from './call';
import { createList, type Page } from './list';

type Made = (...args: readonly unknown[]) => unknown;

/**
 * Creates a function for each call. Its arguments are record ids, body, filters and options, in this order,
 * each only if the operation takes it.
 */
export function createCalls(
  table: CallTable,
  send: Send,
): Readonly<Record<string, Readonly<Record<string, Made>>>> {
  return mapValues(table, (calls) => mapValues(calls, (call) => made(call, send)));
}

function made(call: ApiCall, send: Send): Made {
  const { open } = splitAddress(call);
  return (...args) => {
    const rest = [...args];
    const selectors = Object.fromEntries(open.map((name) => [name, rest.shift() as number]));
    const body = call.takesBody ? (rest.shift() as object) : undefined;
    const query = call.takesQuery ? (rest.shift() as CallQuery | undefined) : undefined;
    const options = rest.shift() as CallOptions | undefined;
    const read = (asked: CallQuery | undefined): Promise<unknown> =>
      send(call, { selectors, query: asked, body }, options);
    return call.pages
      ? createList(read as (asked: CallQuery) => Promise<Page>, call.pages, query)
      : read(query);
  };
}

const mapValues = <In, Out>(
  record: Readonly<Record<string, In>>,
  map: (value: In) => Out,
): Record<string, Out> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
