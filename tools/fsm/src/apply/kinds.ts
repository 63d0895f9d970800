/** The kinds of records that a manifest brings about, in the order in which they are sent. */
export const KINDS = [
  'company',
  'users',
  'technicians',
  'asset_types',
  'suppliers',
  'inventory_locations',
  'customers',
  'customer_locations',
  'assets',
  'meters',
  'inventory_items',
  'jobs',
  'webhook_endpoints',
  'api_keys',
] as const;
export type Kind = (typeof KINDS)[number];

/** The kinds of which a manifest has a list, at the top or within an entry. */
export type ListedKind = Exclude<Kind, 'company'>;
