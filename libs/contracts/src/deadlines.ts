/**
 * A service has answered a call of the API after so long, be it with an error: waiting for other calls
 * of the same company and waiting for the database included.
 */
export const ANSWER_WITHIN_MS = 8_000;

/**
 * No transaction is open for longer: until a write transaction has ended, no cursor of any company shows what was
 * committed after it began.
 */
export const MAX_TRANSACTION_MS = 5_000;

/**
 * No operation of a bulk begins after so long, so that those under way end, and the bulk is answered,
 * within `ANSWER_WITHIN_MS`.
 */
export const BEGIN_OPERATIONS_WITHIN_MS = 5_000;

/**
 * After so long the gateway counts a call as a failure of the service, and enough of them keep all
 * companies' calls from it. It is longer, so that a service that is slow for one company alone has
 * answered by then.
 */
export const SERVICE_TIMEOUT_MS = ANSWER_WITHIN_MS + 2_000;

/** How long a receiver of webhooks may take to answer. */
export const RECEIVER_TIMEOUT_MS = 10_000;

/** After so long the dashboard gives up what waits for a receiver: a test event. */
export const TEST_EVENT_TIMEOUT_MS = RECEIVER_TIMEOUT_MS + 2_000;

/** After so long the gateway gives up what the dashboard does, which may be to wait for a test event. */
export const DASHBOARD_TIMEOUT_MS = TEST_EVENT_TIMEOUT_MS + 2_000;
