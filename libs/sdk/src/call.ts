export interface ApiCall {
  /** Operation id, such as `changeJobStatus`. */
  readonly operation: string;
  /** Method and path with selectors: `GET /api/v1/jobs?id={id}&sub=history`. */
  readonly address: string;
  readonly takesBody?: true;
  /** True if the call takes filters beside the selectors of its address. */
  readonly takesQuery?: true;
  /** How the list is paged; absent if the operation is no list. */
  readonly pages?: 'page' | 'cursor';
}

/** Calls by group and name: `jobs` → `changeStatus`. */
export type CallTable = Readonly<Record<string, Readonly<Record<string, ApiCall>>>>;

/** `takes` lists `body`, `query` and `page` or `cursor`, separated by blanks. */
export function callFrom(operation: string, address: string, takes: string): ApiCall {
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

export interface CallAddress {
  readonly method: string;
  readonly path: string;
  /** Selectors with a fixed value, such as `sub` → `history`. */
  readonly fixed: Readonly<Record<string, string>>;
  readonly open: readonly string[];
}

export function splitAddress({ address }: Pick<ApiCall, 'address'>): CallAddress {
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

export interface CallOptions {
  /** Aborts the call, which then rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Time limit for the call with all retries. */
  readonly deadlineMs?: number;
  readonly retries?: number;
  /** POST only: replaces the generated key. 1 to 255 characters. */
  readonly idempotencyKey?: string;
  /** Additional headers, such as `If-Match`. */
  readonly headers?: Readonly<Record<string, string>>;
}

export interface CallInput {
  readonly selectors?: Readonly<Record<string, string | number>>;
  readonly query?: CallQuery;
  readonly body?: object;
}

export type CallQuery = Readonly<Record<string, unknown>>;

/** Makes a call and resolves with the response body. */
export type Send = (call: ApiCall, input: CallInput, options?: CallOptions) => Promise<unknown>;
