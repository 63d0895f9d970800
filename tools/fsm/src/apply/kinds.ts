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
export type ManifestKind = (typeof KINDS)[number];

export type ListedKind = Exclude<ManifestKind, 'company'>;
