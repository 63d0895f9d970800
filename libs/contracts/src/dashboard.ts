/** Where the gateway serves the dashboard; this path and all below are the dashboard service's. */
export const DASHBOARD_PATH = '/dashboard';

/** The cookie of a person's session; behind https its name begins with `__Secure-`. */
export const SESSION_COOKIE = 'fsm_session';
