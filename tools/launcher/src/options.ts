import { join, resolve } from 'node:path';
import { SCHEMAS, type DatabaseSchema } from '@svc/local-servers';
import { Command, InvalidArgumentError, Option } from 'commander';

export interface Options {
  readonly port: number;
  readonly data: string;
  readonly fresh: boolean;
  readonly demo: boolean;
  /** With several, gateways share a store of limits. */
  readonly replicas: number;
  readonly watch?: readonly DatabaseSchema[] | true;
}

const LAST_PORT = 65_535;

function portOf(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : NaN;
  if (!(port <= LAST_PORT)) throw new InvalidArgumentError(`Not a port from 0 to ${LAST_PORT}.`);
  return port;
}

/** The limit of a context's PostgreSQL role. */
const MAX_REPLICAS = 4;

function replicasOf(text: string): number {
  const replicas = /^\d$/.test(text) ? Number(text) : NaN;
  if (!(replicas >= 1 && replicas <= MAX_REPLICAS)) {
    throw new InvalidArgumentError(`Not a number from 1 to ${MAX_REPLICAS}.`);
  }
  return replicas;
}

/** Folders are relative to the caller's directory; only the default is the repository's. */
export const parseOptions = (args: readonly string[], root: string): Options =>
  new Command('npm start --')
    .description('Starts the whole system on this machine, and runs until Ctrl-C.')
    .option('--port <n>', "the gateway's port; 0 picks a free one", portOf, 8080)
    .option('--data <dir>', 'where data is kept', (dir) => resolve(dir), join(root, '.data'))
    .option('--fresh', 'drop the data of earlier runs first', false)
    .option('--no-demo', 'do not create the demo company')
    .option('--replicas <n>', 'how many of the gateway and of every service', replicasOf, 1)
    .addOption(
      new Option('--watch [processes...]', 'build and start them again as they are saved').choices(
        SCHEMAS,
      ),
    )
    .allowExcessArguments(false)
    .parse([...args], { from: 'user' })
    .opts<Options>();
