/** A service responds to an API call within this time, all waiting included. */
export const RESPONSE_DEADLINE_MS = 8_000;

/** An open write transaction delays every company's cursors. */
export const MAX_TRANSACTION_MS = 5_000;

/** Later operations of a bulk are not started, so that it is answered in time. */
export const OPERATION_START_DEADLINE_MS = 5_000;

/**
 * Later, the gateway counts a failure and may stop calling for all companies. Longer than the response
 * deadline, so that a service that is slow for one company still responds.
 */
export const SERVICE_TIMEOUT_MS = RESPONSE_DEADLINE_MS + 2_000;

/** A read of events that may wait for the next one; it holds no database connection meanwhile. */
export const LONG_POLLS: readonly string[] = ['pullEvents'];

/** Beyond the deadlines of other calls. */
export const MAX_POLL_MS = 20_000;

export const RECEIVER_TIMEOUT_MS = 10_000;

export const TEST_EVENT_TIMEOUT_MS = RECEIVER_TIMEOUT_MS + 2_000;

export const DASHBOARD_TIMEOUT_MS = TEST_EVENT_TIMEOUT_MS + 2_000;
