/**
 * Older IANA rules would show one instant an hour apart. Node.js has these since 20.19.3, 22.16.0 and 24.0.0.
 */
export const MIN_ZONE_DATA = '2025b';
