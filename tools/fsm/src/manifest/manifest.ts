type Fields = Readonly<Record<string, unknown>>;

interface Entry extends Fields {
  readonly ref?: string;
}

interface UserEntry extends Entry {
  readonly email: string;
}

interface CustomerEntry extends Entry {
  readonly locations: readonly Entry[];
}

interface AssetEntry extends Entry {
  readonly meters: readonly Entry[];
  readonly service_records?: readonly Fields[];
}

interface ItemEntry extends Entry {
  readonly stock: Readonly<Record<string, number>>;
  readonly movements?: readonly Fields[];
}

interface JobEntry extends Entry {
  readonly assets?: readonly string[];
  readonly required_parts?: readonly Fields[];
}

/** Fields that only their service reads are not listed. */
export interface Manifest {
  readonly company: Fields & { readonly slug: string };
  readonly users: readonly UserEntry[];
  readonly technicians: readonly Entry[];
  readonly asset_types: readonly Entry[];
  readonly suppliers: readonly Entry[];
  readonly inventory_locations: readonly Entry[];
  readonly customers: readonly CustomerEntry[];
  readonly assets: readonly AssetEntry[];
  readonly inventory_items: readonly ItemEntry[];
  readonly jobs: readonly JobEntry[];
  readonly webhook_endpoints: readonly Entry[];
  readonly api_keys: readonly Entry[];
}
