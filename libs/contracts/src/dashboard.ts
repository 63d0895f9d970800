/** The dashboard service owns this path and all below. */
export const DASHBOARD_PATH = '/dashboard';

/** Session cookie; over https its name begins with `__Secure-`. */
export const SESSION_COOKIE = 'fsm_session';
