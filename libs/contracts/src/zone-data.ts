/**
 * The oldest release of the IANA time zone database with which a process starts: two processes with
 * different rules for a zone would show one instant an hour apart. Node.js has it from 20.19.3, 22.16.0
 * and 24.0.0 on.
 */
export const MIN_ZONE_DATA = '2025b';
