/**
 * Every field that a line may carry beside `time`, `level`, `name` and `msg`; README.md says the same
 * to people who read logs. One name for one thing in every process: a new one is added here.
 *
 * Ids, codes, counts and our own names only. What a client, a person or a receiver has written is no
 * field of a log.
 */
export interface LogFields {
  /** Of the request that the line is about; its client has it from the answer. */
  readonly request_id?: string;
  readonly company_id?: number;
  readonly api_key_id?: number;
  readonly user_id?: number;

  /** Of a request: its method and its address without values. */
  readonly method?: string;
  readonly address?: string;
  /** Row of the endpoint table. */
  readonly operation?: string;
  readonly status?: number;
  /** The error code that was answered. */
  readonly error?: string;
  /** The limit that a 429 was for. */
  readonly limit?: string;
  readonly duration_ms?: number;

  /** Of a call of the operator's: from where, by whom, by which route, and its path without a query. */
  readonly client_address?: string;
  readonly actor?: string;
  readonly route?: string;
  readonly path?: string;
  /** The company's slug and the service that the path names. */
  readonly company?: string;
  readonly service?: string;

  /** Of an event and its way. */
  readonly event_id?: string;
  readonly consumer?: string;
  readonly subject?: string;
  /** How often the message was delivered to the consumer. */
  readonly deliveries?: number;
  /** How many events the line is about. */
  readonly events?: number;
  /** How many requests the line is about. */
  readonly requests?: number;

  /** Of a webhook. */
  readonly endpoint_id?: number;
  readonly delivery_id?: string;
  /** The X-SVC-Delivery-Id that its receiver got. */
  readonly attempt_id?: string;

  /** Of a mail. */
  readonly mail_id?: number;
  /** What the message is about, such as `webhook.endpoint_off`. */
  readonly kind?: string;
  readonly is_refused?: boolean;

  /** Which attempt this was, and how many there have been. */
  readonly attempt?: number;
  readonly attempts?: number;
  /** A word for why, out of a closed set. */
  readonly reason?: string | number;
  readonly outcome?: string;

  readonly asset_id?: number;
  readonly meter_id?: number;
  readonly provider?: string;
  readonly migration?: string;
  readonly reservations?: number;
  readonly host?: string;
  readonly port?: number;

  /** How many lines like this one were left out since the one before. */
  readonly left_out?: number;

  /** Anything thrown; written as `describeError` does. */
  readonly err?: unknown;
}
