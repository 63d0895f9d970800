import type { LocationType } from '@svc/contracts/field-values';

export { LOCATION_TYPES, type LocationType } from '@svc/contracts/field-values';

export const TRANSACTION_TYPES = [
  'Add',
  'Remove',
  'Transfer_out',
  'Transfer_in',
  'Adjust',
  'Reserve',
  'Release',
  'Job_complete',
] as const;

export type TransactionType = (typeof TRANSACTION_TYPES)[number];

/** The query of `GET inventory`. */
export interface InventoryQuery {
  /** Part of a part number or a name. */
  readonly search?: string;
  readonly category?: string;
  /** Items at or below a minimum above 0, the most critical first. */
  readonly low_stock?: boolean;
  readonly page?: number;
  readonly per_page?: number;
}

/** One of `GET inventory`, by part number; and `GET inventory/:id`. */
export interface ItemAnswer {
  readonly id: number;
  readonly part_number: string;
  readonly part_name: string;
  readonly description: string | null;
  readonly category: string | null;
  readonly serial_number: string | null;
  /** The sum over all locations, as are the next two. */
  readonly quantity_on_hand: number;
  readonly reserved_quantity: number;
  readonly available: number;
  readonly min_stock_level: number;
  readonly reorder_quantity: number;
  readonly cost_per_unit: number | null;
  readonly price_per_unit: number | null;
  readonly supplier_id: number | null;
  readonly supplier_name: string | null;
  readonly external_id: string | null;
  /** At or below a minimum above 0. */
  readonly is_low: boolean;
  readonly created_at: string;
  readonly updated_at: string;
}

/** One of `GET v1/inventory?id&sub=stock`; as in the API. */
export interface StockEntryAnswer {
  readonly location_id: number;
  readonly location_name: string | null;
  readonly location_type: LocationType | null;
  readonly quantity: number;
  readonly reserved_quantity: number;
  readonly available: number;
  readonly last_updated: string;
}

/** The query of `GET inventory/:id/transactions`. */
export interface TransactionsQuery {
  readonly type?: TransactionType;
  readonly page?: number;
  readonly per_page?: number;
}

/** One of `GET inventory/:id/transactions`, newest first. */
export interface TransactionAnswer {
  readonly id: number;
  readonly transaction_type: TransactionType;
  /** Positive increases, negative decreases. */
  readonly quantity: number;
  readonly location_id: number;
  readonly location_name: string | null;
  /** The other location of a transfer. */
  readonly related_location_id: number | null;
  readonly related_location_name: string | null;
  readonly job_id: number | null;
  /** The reason of an adjustment, the notes of a transfer. */
  readonly notes: string | null;
  readonly created_at: string;
  /** `ui`, `scheduled` or `api_key:<id>`. */
  readonly source: string;
  /** The person or the key by name. */
  readonly who: string | null;
}

/** The body of `POST inventory/:id/adjust`. */
export interface AdjustStockBody {
  readonly location_id: number;
  /** Below 0 for what is taken away. */
  readonly quantity: number;
  readonly reason: string;
  /** The same for an adjustment that is sent again: it is made once. */
  readonly idempotency_key: string;
}

/** The body of `POST inventory/transfer`. */
export interface TransferStockBody {
  readonly item_id: number;
  readonly from_location_id: number;
  readonly to_location_id: number;
  readonly quantity: number;
  readonly notes?: string | null;
  readonly idempotency_key: string;
}

/** The query of `GET inventory-locations`. */
export interface InventoryLocationsQuery {
  /** Part of the name. */
  readonly search?: string;
  readonly type?: LocationType;
  readonly active_only?: boolean;
  readonly page?: number;
  readonly per_page?: number;
}

/** One of `GET inventory-locations`, by name; and what `POST` and `PATCH …/:id` answer. */
export interface InventoryLocationAnswer {
  readonly id: number;
  readonly location_name: string;
  readonly location_type: LocationType;
  readonly address: string | null;
  readonly city: string | null;
  readonly state: string | null;
  readonly zip: string | null;
  /** Stock of an inactive one can be seen and taken away; none can be added. */
  readonly is_active: boolean;
  readonly created_at: string;
  readonly updated_at: string;
}

/** The query of `GET suppliers`. */
export interface SuppliersQuery {
  /** Part of the name. */
  readonly search?: string;
  readonly page?: number;
  readonly per_page?: number;
}

/** What `POST suppliers` and `PATCH suppliers/:id`, whose body has a `name`, answer. */
export interface SupplierAnswer {
  readonly supplier_id: number;
  readonly supplier_name: string;
}

/** One of `GET suppliers`, by name. */
export interface ListedSupplierAnswer extends SupplierAnswer {
  readonly item_count: number;
}
