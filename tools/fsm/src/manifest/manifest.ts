/** An entry of the manifest: fields that are sent as they are, and perhaps a name within it. */
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

export interface ServiceRecordEntry {
  readonly technician?: string;
  readonly [field: string]: unknown;
}

export interface AssetEntry extends Entry {
  readonly asset_type: string;
  readonly location?: string;
  readonly assigned_to?: string;
  readonly serial_number: string;
  readonly meters: readonly MeterEntry[];
  readonly service_records?: readonly ServiceRecordEntry[];
}

export interface MovementEntry {
  readonly location: string;
  /** Where a transfer goes. */
  readonly to?: string;
  readonly [field: string]: unknown;
}

export interface InventoryItemEntry extends Entry {
  readonly part_number: string;
  readonly supplier?: string;
  /** Quantity by inventory location. */
  readonly stock: Readonly<Record<string, number>>;
  readonly movements?: readonly MovementEntry[];
}

export interface RequiredPartEntry {
  readonly item: string;
  readonly from: string;
  readonly quantity: number;
}

export interface JobEntry extends Entry {
  readonly job_title: string;
  readonly location: string;
  readonly technician?: string | null;
  readonly assets?: readonly string[];
  readonly required_parts?: readonly RequiredPartEntry[];
}

/** A company and its records, as an operator writes them down; references are by `ref`. */
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
