import type { ListedAssetAnswer } from './assets';

/** The query of `GET customers`. */
export interface CustomersQuery {
  /** Part of a name, an e-mail address or a phone number. */
  readonly search?: string;
  /** The removed customers, in place of all others. */
  readonly removed?: '1';
  readonly page?: number;
  readonly per_page?: number;
}

/**
 * One of `GET customers`, newest first, of removed ones the last removed first; and
 * `GET customers/:id`, removed or not.
 */
export interface CustomerAnswer {
  readonly customer_id: number;
  readonly version: number;
  readonly customer_name: string;
  readonly customer_email: string;
  readonly customer_phone: string;
  readonly default_sla_hours: number;
  readonly tax_exempt: boolean;
  readonly tax_exemption_reason: string | null;
  readonly external_id: string | null;
  readonly created_at: string;
  readonly updated_at: string;
  readonly location_count: number;
  /** Null of a customer that is not removed. */
  readonly removed_at: string | null;
}

/** The query of `GET customers/:id/locations`. */
export interface LocationsQuery {
  /** Part of a name or an address. */
  readonly search?: string;
  readonly page?: number;
  readonly per_page?: number;
}

/** One of `GET customers/:id/locations`, the primary one first; as in the API. */
export interface LocationAnswer {
  readonly location_id: number;
  readonly location_name: string;
  readonly address_street: string;
  readonly address_city: string;
  readonly address_state: string;
  readonly address_zip: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly contact_email: string | null;
  readonly contact_phone: string | null;
  readonly notes: string | null;
  readonly is_primary: boolean;
  readonly created_at: string;
  readonly updated_at: string;
}

/** One of `GET customers/:id/assets`, newest first. */
export type CustomerAssetAnswer = Pick<
  ListedAssetAnswer,
  'asset_id' | 'asset_tag' | 'asset_name' | 'asset_type_name' | 'status' | 'location_name'
>;

/** `POST customers/:id/remove` and `restore`. */
export interface CustomerRemovalAnswer {
  readonly customer_id: number;
  readonly removed: boolean;
}
