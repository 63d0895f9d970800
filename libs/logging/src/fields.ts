/**
 * Every field of a log line beside `time`, `level`, `name` and `msg`; the README explains them. Ids,
 * codes, counts and our own names only: nothing that a client, person or receiver has written.
 */
export interface LogFields {
  readonly request_id?: string;
  readonly company_id?: number;
  readonly api_key_id?: number;
  readonly user_id?: number;

  readonly method?: string;
  readonly address?: string;
  readonly operation?: string;
  readonly status?: number;
  readonly error?: string;
  readonly limit?: string;
  readonly duration_ms?: number;

  readonly client_address?: string;
  readonly actor?: string;
  readonly route?: string;
  readonly path?: string;
  readonly company?: string;
  readonly service?: string;

  readonly event_id?: string;
  readonly consumer?: string;
  readonly subject?: string;
  readonly deliveries?: number;
  readonly events?: number;
  readonly requests?: number;

  readonly endpoint_id?: number;
  readonly delivery_id?: string;
  /** The X-SVC-Delivery-Id of the attempt. */
  readonly attempt_id?: string;

  readonly mail_id?: number;
  readonly kind?: string;
  readonly is_refused?: boolean;

  readonly attempt?: number;
  readonly attempts?: number;
  readonly reason?: string | number;
  readonly outcome?: string;

  readonly asset_id?: number;
  readonly meter_id?: number;
  readonly provider?: string;
  readonly migration?: string;
  readonly reservations?: number;
  readonly host?: string;
  readonly port?: number;

  /** Similar lines suppressed since the previous one. */
  readonly left_out?: number;

  readonly err?: unknown;
}
