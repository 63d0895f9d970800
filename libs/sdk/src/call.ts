/** One operation of the API as a call: a row of the endpoint table. */
export interface Call {
  /** Its name in the endpoint table: `changeJobStatus`. */
  readonly operation: string;
  /** Method and path with the selectors: `GET /api/v1/jobs?id={id}&sub=history`. */
  readonly address: string;
  readonly takesBody?: true;
  /** Whether there are filters, beside the selectors of the address. */
  readonly takesQuery?: true;
  /** How the pages of a list follow each other; absent where there are none. */
  readonly pages?: 'page' | 'cursor';
}

/** Calls by their names in groups of one collection each: `jobs` → `changeStatus`. */
export type CallTable = Readonly<Record<string, Readonly<Record<string, Call>>>>;

/** A call of which one text says what it takes, of `body`, `query` and `page` or `cursor`. */
export function callFrom(operation: string, address: string, takes: string): Call {
  const words = takes.split(' ');
  const pages = (['page', 'cursor'] as const).find((kind) => words.includes(kind));
  return {
    operation,
    address,
    ...(words.includes('body') && { takesBody: true }),
    ...(words.includes('query') && { takesQuery: true }),
    ...(pages && { pages }),
  };
}

export interface Address {
  readonly method: string;
  readonly path: string;
  /** Selectors with the value that names the operation: `sub` → `history`. */
  readonly fixed: Readonly<Record<string, string>>;
  /** Selectors that name a record, in the order of the address. */
  readonly open: readonly string[];
}

export function addressOf({ address }: Pick<Call, 'address'>): Address {
  const [method = '', target = ''] = address.split(' ');
  const [path = '', query = ''] = target.split('?');
  const selectors = [...new URLSearchParams(query)];
  const isOpen = ([name, value]: readonly [string, string]): boolean => value === `{${name}}`;
  return {
    method,
    path,
    fixed: Object.fromEntries(selectors.filter((each) => !isOpen(each))),
    open: selectors.filter(isOpen).map(([name]) => name),
  };
}

/** What a caller may say about one call. */
export interface CallOptions {
  /** Ends the call; it then rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** For how long the call may take with all its repetitions, in milliseconds. */
  readonly deadlineMs?: number;
  /** How often it is repeated at most. */
  readonly retries?: number;
  /** For a POST, in place of one that is made for the call: 1 to 255 characters. */
  readonly idempotencyKey?: string;
  /** Further headers, such as `If-Match`. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** What one call sends beside its address. */
export interface Input {
  /** The values of the open selectors. */
  readonly selectors?: Readonly<Record<string, string | number>>;
  readonly query?: Query;
  readonly body?: object;
}

export type Query = Readonly<Record<string, unknown>>;

/** Makes a call and resolves with the body of its answer. */
export type Send = (call: Call, input: Input, options?: CallOptions) => Promise<unknown>;
