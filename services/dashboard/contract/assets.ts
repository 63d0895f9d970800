import type { Condition, OwnershipType, ServiceType } from '@svc/contracts/field-values';

export {
  CONDITIONS,
  OWNERSHIP_TYPES,
  SERVICE_TYPES,
  type Condition,
  type OwnershipType,
  type ServiceType,
} from '@svc/contracts/field-values';

export const ASSET_STATUSES = [
  'Active',
  'Idle',
  'In Maintenance',
  'Pending Install',
  'In Transit',
  'Lost',
  'Non-Compliant',
  'Decommissioned',
  'Retired',
] as const;

export type AssetStatus = (typeof ASSET_STATUSES)[number];

/** Statuses that no move leads out of. */
export const FINAL_ASSET_STATUSES: readonly AssetStatus[] = ['Decommissioned'];

/** The query of `GET assets`. */
export interface AssetsQuery {
  /** Part of a name, a tag or a serial number. */
  readonly search?: string;
  readonly status?: AssetStatus;
  readonly asset_type_id?: number;
  /** The deleted assets, in place of all others. */
  readonly deleted?: boolean;
  readonly page?: number;
  readonly per_page?: number;
}

/** One of `GET assets`, the newest first; as in the API. Dates are YYYY-MM-DD. */
export interface ListedAssetAnswer {
  readonly asset_id: number;
  readonly asset_tag: string;
  readonly asset_name: string;
  readonly asset_type_id: number;
  readonly asset_type_name: string;
  readonly status: AssetStatus;
  readonly location_id: number | null;
  readonly location_name: string | null;
  readonly assigned_to: number | null;
  readonly assigned_to_name: string | null;
  readonly serial_number: string | null;
  readonly model: string | null;
  readonly manufacturer: string | null;
  readonly purchase_date: string | null;
  readonly purchase_cost: number | null;
  readonly warranty_expiry: string | null;
  readonly notes: string | null;
  readonly condition: Condition | null;
  readonly ownership_type: OwnershipType | null;
  readonly external_id: string | null;
  readonly created_at: string;
  readonly updated_at: string;
}

/** `GET assets/:id`, deleted or not. */
export interface AssetAnswer extends ListedAssetAnswer {
  readonly version: number;
  readonly deleted: boolean;
  /** The statuses that the asset may be moved to; none of a deleted one. */
  readonly allowed_moves: readonly AssetStatus[];
  /** Whether its status lets it go to another location. */
  readonly can_be_transferred: boolean;
}

/** One of `GET assets/:id/service-records`, the latest first. */
export interface ServiceRecordAnswer {
  readonly service_id: number;
  readonly service_type: ServiceType;
  readonly description: string;
  readonly resolution_notes: string | null;
  readonly technician_id: number | null;
  readonly technician_name: string | null;
  readonly service_date: string;
  readonly labor_hours: number | null;
  readonly service_cost: number | null;
  readonly is_warranty_work: boolean;
  readonly warranty_claim_number: string | null;
}

/** One of `GET assets/:id/transfers`, the latest first; names are null where they are not known. */
export interface TransferAnswer {
  readonly transfer_id: number;
  readonly from_location_id: number | null;
  readonly from_location_name: string | null;
  readonly to_location_id: number;
  readonly to_location_name: string | null;
  readonly transfer_reason: string | null;
  readonly transfer_date: string;
  readonly status: 'Completed';
}

/** One of `GET assets/:id/meters`, by name; what `POST assets/:id/meters` and `PUT meters/:id` answer. */
export interface MeterAnswer {
  readonly meter_id: number;
  readonly asset_id: number;
  readonly name: string;
  readonly unit: string | null;
  /** The reading from which on service is due; null for none. */
  readonly threshold: number | null;
  /** Null before the first one. */
  readonly last_reading_value: number | null;
  readonly last_reading_date: string | null;
}

/** The body of `POST assets/:id/meters` and `PUT meters/:id`. */
export type MeterBody = Pick<MeterAnswer, 'name' | 'unit' | 'threshold'>;

/** One of `GET meters/:id/readings`, the latest first. */
export interface ReadingAnswer {
  readonly reading_id: number;
  readonly reading_value: number;
  readonly reading_date: string;
}

/** The query of `GET asset-types`. */
export interface AssetTypesQuery {
  readonly asset_type_id?: number;
  /** Part of a name. */
  readonly search?: string;
  readonly page?: number;
  readonly per_page?: number;
}

/** One of `GET asset-types`, by name; what `POST asset-types {asset_type_name}` answers. */
export interface AssetTypeAnswer {
  readonly asset_type_id: number;
  readonly asset_type_name: string;
}

/** `POST assets/:id/delete` and `restore`. */
export interface AssetDeletionAnswer {
  readonly asset_id: number;
  readonly deleted: boolean;
}
