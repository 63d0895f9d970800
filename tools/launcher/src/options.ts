import { join, resolve } from 'node:path';
import { SCHEMAS, type Schema } from '@svc/local-servers';
import { Command, InvalidArgumentError, Option } from 'commander';

export interface Options {
  /** The gateway's port; 0 picks a free one. */
  readonly port: number;
  /** Absolute path of the folder that holds everything a run keeps. */
  readonly data: string;
  /** Whether to drop what earlier runs kept. */
  readonly fresh: boolean;
  readonly demo: boolean;
  /** How many of the gateway and of every service run; more than one share a store of the limits. */
  readonly replicas: number;
  /** The processes that are built and started again as their sources are saved; true means all. */
  readonly watch?: readonly Schema[] | true;
}

const LAST_PORT = 65_535;

function portOf(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : NaN;
  if (!(port <= LAST_PORT)) throw new InvalidArgumentError(`Not a port from 0 to ${LAST_PORT}.`);
  return port;
}

/** More would have more connections than PostgreSQL gives the role of a context. */
const MOST_REPLICAS = 4;

function replicasOf(text: string): number {
  const replicas = /^\d$/.test(text) ? Number(text) : NaN;
  if (!(replicas >= 1 && replicas <= MOST_REPLICAS)) {
    throw new InvalidArgumentError(`Not a number from 1 to ${MOST_REPLICAS}.`);
  }
  return replicas;
}

/** Folders are where the command was typed; only the default is the repository's, whoever asks. */
export const optionsOf = (args: readonly string[], root: string): Options =>
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
