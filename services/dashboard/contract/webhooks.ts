import type { WebhookEvent } from '@svc/contracts/webhook-events';
import type { DeliveryStatus, EndpointManager } from '@svc/contracts/field-values';

export {
  DELIVERY_STATUSES,
  ENDPOINT_MANAGERS,
  type DeliveryStatus,
  type EndpointManager,
} from '@svc/contracts/field-values';

export { EVENT_MEANINGS, type WebhookEvent } from '@svc/contracts/webhook-events';

/** The query of `GET webhooks/endpoints`. */
export interface EndpointsQuery {
  /** `dashboard` when absent. */
  readonly managed_by?: EndpointManager | undefined;
  /** A text that the address holds. */
  readonly search?: string | undefined;
  readonly page?: number;
  readonly per_page?: number;
}

/** One of `GET webhooks/endpoints`, the newest first, and `GET webhooks/endpoints/:id`. */
export interface EndpointAnswer {
  readonly endpoint_id: number;
  readonly url: string;
  readonly events: readonly WebhookEvent[];
  readonly status: 'on' | 'off';
  readonly managed_by: EndpointManager;
  /** The key that subscribed; null for endpoints of the dashboard. */
  readonly key_name: string | null;
  /** Until when the former secret signs beside the current one; null where it does not. */
  readonly former_secret_until: string | null;
  readonly last_delivery: DeliveryAnswer | null;
  readonly created_at: string;
}

/** The body of `POST webhooks/endpoints`. */
export interface NewEndpointBody {
  readonly url: string;
  readonly events: readonly WebhookEvent[];
}

/** `POST webhooks/endpoints` and `POST webhooks/endpoints/:id/secret`: the secret is shown this once. */
export interface EndpointSecretAnswer {
  readonly endpoint_id: number;
  readonly url: string;
  readonly events: readonly WebhookEvent[];
  readonly secret: string;
}

/** The body of `PATCH webhooks/endpoints/:id`; what is left out stays as it is. */
export type ChangeEndpointBody = Partial<NewEndpointBody>;

/** `POST webhooks/endpoints/:id/test`, `on` and `off`. */
export interface EndpointStateAnswer {
  readonly endpoint_id: number;
  readonly status: 'on' | 'off';
  /** The test event, where one was sent. An endpoint that refuses it is not turned on. */
  readonly delivery: DeliveryAnswer | null;
}

/** One event on its way to one endpoint. Times are in UTC. */
export interface DeliveryAnswer {
  readonly delivery_id: string;
  readonly endpoint_id: number;
  readonly event_id: string;
  readonly event: WebhookEvent | 'ping';
  readonly status: DeliveryStatus;
  readonly attempts: number;
  readonly response_code: number | null;
  /** Why it was not accepted, by its name in the delivery log: `timeout`, `http_503`, `stopped`. */
  readonly error: string | null;
  readonly created_at: string;
  readonly last_attempt_at: string | null;
  readonly next_attempt_at: string | null;
}

/** The query of `GET webhooks/deliveries`. */
export interface DeliveriesQuery {
  readonly endpoint_id?: number;
  readonly event?: WebhookEvent | 'ping';
  readonly status?: DeliveryStatus;
  /** Both inclusive; without an offset in the company's time zone. */
  readonly from?: string;
  readonly to?: string;
  readonly page?: number;
  readonly per_page?: number;
}

/** One of `GET webhooks/deliveries`, the newest first. */
export interface ListedDeliveryAnswer extends DeliveryAnswer {
  /** Null where the endpoint was deleted. */
  readonly endpoint_url: string | null;
}

/** `GET webhooks/deliveries/:id`. */
export interface LoggedDeliveryAnswer extends ListedDeliveryAnswer {
  readonly attempt_log: readonly AttemptAnswer[];
}

/** One request of a delivery. */
export interface AttemptAnswer {
  /** The X-SVC-Delivery-Id that its receiver saw. */
  readonly attempt_id: string;
  readonly number: number;
  readonly started_at: string;
  readonly duration_ms: number;
  readonly response_code: number | null;
  readonly error: string | null;
  /** Empty for an attempt of a release that kept none. */
  readonly request_headers: readonly { readonly name: string; readonly value: string }[];
  readonly request_body: string;
  /** The start of what the receiver answered: 2 KB. */
  readonly answer: string | null;
}

/** The body of `POST webhooks/deliveries/resend-failed`. */
export interface ResendFailedBody {
  readonly since: string;
  /** All endpoints that are on when absent. */
  readonly endpoint_id?: number;
}

/** `POST webhooks/deliveries/resend-failed`. */
export interface ResentAnswer {
  readonly resent: number;
}
