import type { Context } from '@svc/contracts';
import type { Page } from '@svc/kernel';
import type { Asker, OwnerAnswer, Owners } from './owners';

/** Rows of one page, and how many there are in all. */
export interface Listed<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
}

/** Values of a query; those that are undefined are left out. */
export type QueryValues = Readonly<Record<string, string | number | boolean | undefined>>;

export const pageQuery = ({ page, perPage }: Page) => ({ page, per_page: perPage });

/** Asks an admin route of a service for a page of a list; `path` is what follows `/admin`. */
export const listFrom =
  ({ admin }: Pick<Owners, 'admin'>, owner: Context) =>
  async <Row>(asker: Asker, path: string, query: QueryValues): Promise<Listed<Row>> => {
    const call = { method: 'GET', path: `${path}?${queryText(query)}` } as const;
    return listedIn(await admin<Row[]>(asker, owner, call));
  };

export function queryText(query: QueryValues): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) parameters.set(name, String(value));
  }
  return parameters.toString();
}

export const listedIn = <Row>({ data, pagination }: OwnerAnswer<Row[]>): Listed<Row> => ({
  rows: data,
  total: pagination?.total ?? data.length,
});
