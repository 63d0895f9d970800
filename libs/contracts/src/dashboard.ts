export const DASHBOARD_PATH = '/dashboard';

/** Over https its name begins with `__Secure-`. */
export const SESSION_COOKIE = 'fsm_session';
