import { SERVICES } from './contexts';

/** 16 carry no more reads, with twice the tail latency. */
export const POOL_SIZE = 8;

export const MIGRATION_POOL_SIZE = 2;

const LASTING_CONNECTIONS = 1;

const CONNECTIONS_OF_A_PROCESS = POOL_SIZE + MIGRATION_POOL_SIZE + LASTING_CONNECTIONS;

/** Three replicas and one replacement. */
const PROCESSES_OF_A_ROLE = 4;

export const CONNECTIONS_OF_A_ROLE = PROCESSES_OF_A_ROLE * CONNECTIONS_OF_A_PROCESS;

/** One role at its limit, two processes of every other role, and the administrator. */
export const EMBEDDED_CONNECTIONS =
  CONNECTIONS_OF_A_ROLE + SERVICES.length * 2 * CONNECTIONS_OF_A_PROCESS + 2;
