export { unpackDebianProgram, type DebianProgram } from './debian-packages';
export { removeSecrets } from './environments';
export { findNatsServer } from './find-nats-server';
export { findStoreServer } from './find-store-server';
export type { RestartableServer, LocalServer } from './local-server';
export { LocalServerError } from './local-server-error';
export {
  accountUrl,
  endNats,
  isNatsReady,
  startNats,
  type NatsAddress,
  type NatsPasswords,
} from './nats';
export { endNatsCluster, startNatsCluster, type NatsClusterOptions } from './nats-cluster';
export { NATS_USERS, userUrl, type NatsUser } from './nats-users';
export { fetchReadiness, type ReadinessProbe } from './readiness';
export { NODE_ENVIRONMENT, createNodeFlags } from './node-flags';
export { findFreePort, findFreePorts, requireFreePort } from './ports';
export { endPostgres, startPostgres } from './postgres';
export { readCommandLine, endProcess, waitUntil, type Steps } from './processes';
export { openLog } from './open-log';
export {
  SCHEMAS,
  accessSql,
  contextUrl,
  databaseUrl,
  provision,
  withClient,
  type DatabaseSchema,
} from './provision';
export { describeStorageProblem } from './storage-problem';
export { endStore, startStore, type StoreOptions } from './store';
export { fetchTools, findTool, type Tool } from './tools';
