import { spawn } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import {
  createNodeFlags,
  NODE_ENVIRONMENT,
  openLog,
  SCHEMAS,
  type DatabaseSchema,
  type Steps,
} from '@svc/local-servers';
import { watchChild } from './watch-child';
import type { SupervisedProcess } from './supervise';

export interface Program {
  readonly name: DatabaseSchema;
  readonly main: string;
}

export const listBuiltPrograms = (dist: string): Program[] =>
  SCHEMAS.map((name) => ({ name, main: join(dist, name, 'main.js') })).filter(({ main }) =>
    existsSync(main),
  );

/** Two groups of programs and the servers stop within 10 seconds. */
export const PROGRAM_ENDING: Steps = [
  ['SIGINT', 3_000],
  ['SIGKILL', 300],
];

export interface ProgramStart extends Program {
  readonly label: string;
  readonly env: NodeJS.ProcessEnv;
  readonly logs: string;
}

export interface RunningProgram extends SupervisedProcess {
  readonly log: string;
  /** The last line on standard error, or the one above a stack trace, without secrets. */
  errorLine(): string | undefined;
}

/** The program ends with this process, which holds its standard input. */
export function startProgram({ name, label, main, env, logs }: ProgramStart): RunningProgram {
  mkdirSync(logs, { recursive: true, mode: 0o700 });
  const errors = join(logs, `${label}.err`);
  const file = join(logs, `${label}.log`);
  const output = openLog(file, isTooLarge(file) ? 'w' : 'a');
  const errorOutput = openLog(errors, 'w');
  // Own process group: Ctrl-C must reach only the launcher, which stops all in order.
  const child = spawn(process.execPath, [...createNodeFlags(name), main], {
    env: { ...NODE_ENVIRONMENT, ...env, FSM_PARENT_PIPE: '1' },
    detached: true,
    stdio: ['pipe', output, errorOutput],
  });
  closeSync(output);
  closeSync(errorOutput);
  return {
    ...watchChild(child, main, PROGRAM_ENDING),
    log: file,
    errorLine() {
      if (!existsSync(errors)) return undefined;
      const lines = readFileSync(errors, 'utf8').split('\n').filter(isTelling);
      const thrown = lines.findLast((line) => /^\w*Error\b/.test(line));
      const line = thrown ?? lines.at(-1);
      return line && withoutSecrets(line, env);
    },
  };
}

const isTelling = (line: string): boolean =>
  line.trim() !== '' && !/^\((node:\d+\) |Use `node )/.test(line);

const NAME_OF_SECRET = /KEY|PASSWORD|SECRET|TOKEN/;
/** Shorter values also occur in ordinary words. */
const MIN_SECRET_LENGTH = 6;

function withoutSecrets(line: string, env: NodeJS.ProcessEnv): string {
  const secrets = Object.entries(env).flatMap(([name, value]) =>
    NAME_OF_SECRET.test(name) && value ? value.split(',') : [],
  );
  return secrets
    .filter(({ length }) => length >= MIN_SECRET_LENGTH)
    .reduce((text, secret) => text.replaceAll(secret, '…'), line)
    .replaceAll(/:\/\/[^/\s]*@/g, '://…@');
}

const MAX_LOG_BYTES = 20 * 1024 * 1024;

const isTooLarge = (path: string): boolean =>
  existsSync(path) && statSync(path).size > MAX_LOG_BYTES;
