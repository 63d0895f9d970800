export const DASHBOARD_PATH = '/dashboard';

/** Calendars of technicians are below it, each at a secret name. */
export const CALENDAR_PATH = '/calendar';

/** Whether a path is served by the dashboard without a session. */
export const isCalendarPath = (path: string): boolean => path.startsWith(`${CALENDAR_PATH}/`);

/** Over https its name begins with `__Secure-`. */
export const SESSION_COOKIE = 'fsm_session';
