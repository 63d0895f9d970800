import { spawn } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import {
  SCHEMAS,
  NODE_ENVIRONMENT,
  nodeFlags,
  openLog,
  type Schema,
  type Steps,
} from '@svc/local-servers';
import { runningChild } from './running-child';
import type { Running } from './supervise';

export interface Program {
  readonly name: Schema;
  readonly main: string;
}

/** The gateway and the services that are built, each under the name of its context. */
export const builtPrograms = (dist: string): Program[] =>
  SCHEMAS.map((name) => ({ name, main: join(dist, name, 'main.js') })).filter(({ main }) =>
    existsSync(main),
  );

/** Services answer what they have begun; two groups of these and the servers fit into 10 seconds. */
export const PROGRAM_ENDING: Steps = [
  ['SIGINT', 3_000],
  ['SIGKILL', 300],
];

export interface ProgramStart extends Program {
  /** Of its log files. */
  readonly label: string;
  readonly env: NodeJS.ProcessEnv;
  /** Folder of the log files. */
  readonly logs: string;
}

export interface RunningProgram extends Running {
  readonly log: string;
  /** The line on its standard error that says why it ended: its last one, or that above a stack trace. */
  errorLine(): string | undefined;
}

/** Starts a program that ends by itself when this process dies, as its standard input closes then. */
export function startProgram({ name, label, main, env, logs }: ProgramStart): RunningProgram {
  mkdirSync(logs, { recursive: true, mode: 0o700 });
  const errors = join(logs, `${label}.err`);
  const file = join(logs, `${label}.log`);
  const output = openLog(file, isTooLarge(file) ? 'w' : 'a');
  const errorOutput = openLog(errors, 'w');
  // A process group of its own: Ctrl-C reaches the launcher, which then stops all in order.
  const child = spawn(process.execPath, [...nodeFlags(name), main], {
    env: { ...NODE_ENVIRONMENT, ...env, FSM_PARENT_PIPE: '1' },
    detached: true,
    stdio: ['pipe', output, errorOutput],
  });
  closeSync(output);
  closeSync(errorOutput);
  return {
    ...runningChild(child, main, PROGRAM_ENDING),
    log: file,
    errorLine() {
      // It may have been removed meanwhile.
      if (!existsSync(errors)) return undefined;
      const lines = readFileSync(errors, 'utf8').split('\n').filter(isTelling);
      const thrown = lines.findLast((line) => /^\w*Error\b/.test(line));
      const line = thrown ?? lines.at(-1);
      return line && withoutSecrets(line, env);
    },
  };
}

/** Node.js's own warnings are no reason to end. */
const isTelling = (line: string): boolean =>
  line.trim() !== '' && !/^\((node:\d+\) |Use `node )/.test(line);

const NAME_OF_SECRET = /KEY|PASSWORD|SECRET|TOKEN/;
/** What is shorter is a part of other words, too. */
const SHORTEST_SECRET = 6;

/** A line without the secrets of a process's environment, and without the credentials in any URL. */
function withoutSecrets(line: string, env: NodeJS.ProcessEnv): string {
  const secrets = Object.entries(env).flatMap(([name, value]) =>
    NAME_OF_SECRET.test(name) && value ? value.split(',') : [],
  );
  return secrets
    .filter(({ length }) => length >= SHORTEST_SECRET)
    .reduce((text, secret) => text.replaceAll(secret, '…'), line)
    .replaceAll(/:\/\/[^/\s]*@/g, '://…@');
}

const LARGEST_LOG = 20 * 1024 * 1024;

const isTooLarge = (path: string): boolean => existsSync(path) && statSync(path).size > LARGEST_LOG;
