import { SERVICES } from './contexts';

/** 16 carry no more reads, with twice the tail latency. */
export const POOL_SIZE = 8;

export const MIGRATION_POOL_SIZE = 2;

const LOCK_CONNECTIONS = 1;

const CONNECTIONS_PER_PROCESS = POOL_SIZE + MIGRATION_POOL_SIZE + LOCK_CONNECTIONS;

/** Three replicas and one replacement. */
const PROCESSES_PER_ROLE = 4;

export const MAX_CONNECTIONS_PER_ROLE = PROCESSES_PER_ROLE * CONNECTIONS_PER_PROCESS;

/** One role at its limit, two processes of every other role, and the administrator. */
export const MAX_EMBEDDED_CONNECTIONS =
  MAX_CONNECTIONS_PER_ROLE + SERVICES.length * 2 * CONNECTIONS_PER_PROCESS + 2;
