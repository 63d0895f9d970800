import { SERVICES } from './contexts';

/** Connections for requests per process; 16 carry no more reads, with twice the tail latency. */
export const POOL_SIZE = 8;

/** Extra connections while a process migrates its schema. */
export const MIGRATION_POOL_SIZE = 2;

/** The gateway's connection that holds the lock against a second gateway. */
const LASTING_CONNECTIONS = 1;

const CONNECTIONS_OF_A_PROCESS = POOL_SIZE + MIGRATION_POOL_SIZE + LASTING_CONNECTIONS;

/** Three replicas and one replacement. */
const PROCESSES_OF_A_ROLE = 4;

export const CONNECTIONS_OF_A_ROLE = PROCESSES_OF_A_ROLE * CONNECTIONS_OF_A_PROCESS;

/** Enough for one role at its limit, two processes of every other role, and the administrator. */
export const EMBEDDED_CONNECTIONS =
  CONNECTIONS_OF_A_ROLE + SERVICES.length * 2 * CONNECTIONS_OF_A_PROCESS + 2;
