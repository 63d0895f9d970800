import { SERVICES } from './contexts';

/** Connections to the database that answer requests; eight carry as many reads as sixteen, with half the tail. */
export const POOL_SIZE = 8;

/** Connections of their own on which a process that starts migrates its schema. */
export const MIGRATION_POOL_SIZE = 2;

/** The gateway's connection that holds the lock against a second gateway. */
const LASTING_CONNECTIONS = 1;

const CONNECTIONS_OF_A_PROCESS = POOL_SIZE + MIGRATION_POOL_SIZE + LASTING_CONNECTIONS;

/** Three replicas of a process, and one that takes the place of another. */
const PROCESSES_OF_A_ROLE = 4;

/** Connections that the role of one process may have, replicas included. */
export const CONNECTIONS_OF_A_ROLE = PROCESSES_OF_A_ROLE * CONNECTIONS_OF_A_PROCESS;

/**
 * Connections that the embedded server takes: enough that, while one role has all that it may open, two
 * processes of each other role still get theirs, and the administrator a few.
 */
export const EMBEDDED_CONNECTIONS =
  CONNECTIONS_OF_A_ROLE + SERVICES.length * 2 * CONNECTIONS_OF_A_PROCESS + 2;
