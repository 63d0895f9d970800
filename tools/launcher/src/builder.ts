import { fork } from 'node:child_process';
import { join } from 'node:path';
import { removeSecrets, type DatabaseSchema, type Steps } from '@svc/local-servers';
import { watchChild } from './watch-child';
import type { SupervisedProcess } from './supervise';

export interface Builder {
  readonly root: string;
  readonly names: readonly DatabaseSchema[];
  rebuilt(name: DatabaseSchema): void;
}

const ENDING: Steps = [
  ['SIGTERM', 1_000],
  ['SIGKILL', 300],
];

const projectOf = (name: DatabaseSchema): string =>
  name === 'gateway' ? name : `services/${name}`;

/** Runs in its own process, because esbuild is a development dependency. */
export function startBuilder({ root, names, rebuilt }: Builder): SupervisedProcess {
  const program = join(root, 'tools/workspace/watch.mjs');
  const child = fork(program, names.map(projectOf), {
    cwd: root,
    env: removeSecrets(process.env),
    // Own process group: Ctrl-C must reach only the launcher, which stops all in order.
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  child.on('message', ({ built }: { readonly built: DatabaseSchema }) => rebuilt(built));
  return watchChild(child, program, ENDING);
}
