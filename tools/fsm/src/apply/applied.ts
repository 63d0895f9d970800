import { KINDS, type ListedKind } from './kinds';

type Ids = Record<string, number>;

/** Ids of applied entries by `ref`, or by e-mail for users without one. */
export interface Applied extends Readonly<
  Record<Exclude<ListedKind, 'webhook_endpoints' | 'api_keys'>, Ids>
> {
  readonly company_id: number;
  /** The secret is null if the endpoint existed before. */
  readonly webhook_endpoints: Record<
    string,
    { readonly id: number; readonly secret: string | null }
  >;
  /** The key is null if it existed before. */
  readonly api_keys: Record<string, { readonly id: number; readonly key: string | null }>;
}

export const nothingApplied = (companyId: number): Applied => ({
  company_id: companyId,
  ...(Object.fromEntries(
    KINDS.filter((kind) => kind !== 'company').map((kind) => [kind, {}]),
  ) as Record<ListedKind, Record<string, never>>),
});
