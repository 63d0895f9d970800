export { unpackDebianProgram, type DebianProgram } from './debian-packages';
export { withoutSecrets } from './environments';
export { findNatsServer } from './find-nats-server';
export { findStoreServer } from './find-store-server';
export type { KeptServer, LocalServer } from './local-server';
export { LocalServerError } from './local-server-error';
export {
  accountUrl,
  endNats,
  natsAnswers,
  startNats,
  type NatsAddress,
  type NatsPasswords,
} from './nats';
export { endNatsCluster, startNatsCluster, type NatsClusterOptions } from './nats-cluster';
export { NATS_USERS, userUrl, type NatsUser } from './nats-users';
export { readinessOf, type Readiness } from './readiness';
export { NODE_ENVIRONMENT, nodeFlags } from './node-flags';
export { freePort, freePorts, requireFree } from './ports';
export { endPostgres, startPostgres } from './postgres';
export { commandLine, endProcess, until, type Steps } from './processes';
export { openLog } from './open-log';
export {
  SCHEMAS,
  accessSql,
  contextUrl,
  databaseUrl,
  provision,
  withClient,
  type Schema,
} from './provision';
export { storageProblem } from './storage-problem';
export { endStore, startStore, type StoreOptions } from './store';
export { fetchTools, findTool, type Tool } from './tools';
