interface Entry {
  readonly ref?: string;
  readonly [field: string]: unknown;
}

export interface UserEntry extends Entry {
  readonly email: string;
}

export interface TechnicianEntry extends Entry {
  readonly email: string;
}

export interface LocationEntry extends Entry {
  readonly location_name: string;
}

export interface CustomerEntry extends Entry {
  readonly customer_email: string;
  readonly locations: readonly LocationEntry[];
}

export interface MeterEntry extends Entry {
  readonly name: string;
}

type Fields = Readonly<Record<string, unknown>>;

export interface AssetEntry extends Entry {
  readonly serial_number: string;
  readonly meters: readonly MeterEntry[];
  readonly service_records?: readonly Fields[];
}

export interface InventoryItemEntry extends Entry {
  readonly part_number: string;
  readonly stock: Readonly<Record<string, number>>;
  readonly movements?: readonly Fields[];
}

export interface JobEntry extends Entry {
  readonly job_title: string;
  readonly assets?: readonly string[];
  readonly required_parts?: readonly Fields[];
}

export interface Manifest {
  readonly company: { readonly slug: string; readonly [field: string]: unknown };
  readonly users: readonly UserEntry[];
  readonly technicians: readonly TechnicianEntry[];
  readonly asset_types: readonly Entry[];
  readonly suppliers: readonly Entry[];
  readonly inventory_locations: readonly Entry[];
  readonly customers: readonly CustomerEntry[];
  readonly assets: readonly AssetEntry[];
  readonly inventory_items: readonly InventoryItemEntry[];
  readonly jobs: readonly JobEntry[];
  readonly webhook_endpoints: readonly Entry[];
  readonly api_keys: readonly Entry[];
}
