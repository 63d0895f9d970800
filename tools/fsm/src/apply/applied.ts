type Ids = Record<string, number>;

/** What a manifest became: the ids of its entries by `ref`. */
export interface Applied {
  readonly company_id: number;
  readonly technicians: Ids;
  readonly asset_types: Ids;
  readonly suppliers: Ids;
  readonly inventory_locations: Ids;
  readonly customers: Ids;
  readonly customer_locations: Ids;
  readonly assets: Ids;
  readonly meters: Ids;
  readonly inventory_items: Ids;
  readonly jobs: Ids;
  /** The secret is null where the endpoint existed before. */
  readonly webhook_endpoints: Record<
    string,
    { readonly id: number; readonly secret: string | null }
  >;
  /** The key is null where it existed before. */
  readonly api_keys: Record<string, { readonly id: number; readonly key: string | null }>;
  /** By e-mail address where an entry has no `ref`. */
  readonly users: Ids;
}

export const nothingApplied = (companyId: number): Applied => ({
  company_id: companyId,
  technicians: {},
  asset_types: {},
  suppliers: {},
  inventory_locations: {},
  customers: {},
  customer_locations: {},
  assets: {},
  meters: {},
  inventory_items: {},
  jobs: {},
  webhook_endpoints: {},
  api_keys: {},
  users: {},
});
