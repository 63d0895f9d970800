import { KINDS, type ListedKind } from './kinds';

type Ids = Record<string, number>;

/** The ids that entries of a manifest have got, by `ref`; users without one are named by their e-mail addresses. */
export interface Applied extends Readonly<
  Record<Exclude<ListedKind, 'webhook_endpoints' | 'api_keys'>, Ids>
> {
  readonly company_id: number;
  /** The secret is null where the endpoint existed before. */
  readonly webhook_endpoints: Record<
    string,
    { readonly id: number; readonly secret: string | null }
  >;
  /** The key is null where it existed before. */
  readonly api_keys: Record<string, { readonly id: number; readonly key: string | null }>;
}

export const nothingApplied = (companyId: number): Applied => ({
  company_id: companyId,
  ...(Object.fromEntries(
    KINDS.filter((kind) => kind !== 'company').map((kind) => [kind, {}]),
  ) as Record<ListedKind, Record<string, never>>),
});
