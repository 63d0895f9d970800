interface Entry {
  readonly ref?: string;
  readonly [field: string]: unknown;
}

export interface ManifestUser extends Entry {
  readonly email: string;
}

export interface ManifestTechnician extends Entry {
  readonly email: string;
}

export interface ManifestLocation extends Entry {
  readonly location_name: string;
}

export interface ManifestCustomer extends Entry {
  readonly customer_email: string;
  readonly locations: readonly ManifestLocation[];
}

export interface ManifestMeter extends Entry {
  readonly name: string;
}

type Fields = Readonly<Record<string, unknown>>;

export interface ManifestAsset extends Entry {
  readonly serial_number: string;
  readonly meters: readonly ManifestMeter[];
  readonly service_records?: readonly Fields[];
}

export interface ManifestItem extends Entry {
  readonly part_number: string;
  readonly stock: Readonly<Record<string, number>>;
  readonly movements?: readonly Fields[];
}

export interface ManifestJob extends Entry {
  readonly job_title: string;
  readonly assets?: readonly string[];
  readonly required_parts?: readonly Fields[];
}

export interface Manifest {
  readonly company: { readonly slug: string; readonly [field: string]: unknown };
  readonly users: readonly ManifestUser[];
  readonly technicians: readonly ManifestTechnician[];
  readonly asset_types: readonly Entry[];
  readonly suppliers: readonly Entry[];
  readonly inventory_locations: readonly Entry[];
  readonly customers: readonly ManifestCustomer[];
  readonly assets: readonly ManifestAsset[];
  readonly inventory_items: readonly ManifestItem[];
  readonly jobs: readonly ManifestJob[];
  readonly webhook_endpoints: readonly Entry[];
  readonly api_keys: readonly Entry[];
}
