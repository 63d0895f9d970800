import type { ChildProcess } from 'node:child_process';
import { endProcess, type Steps } from '@svc/local-servers';
import type { SupervisedProcess } from './supervise';

/** `mark` is a part of the child's command line. */
export function watchChild(child: ChildProcess, mark: string, ending: Steps): SupervisedProcess {
  const { pid } = child;
  if (pid === undefined) throw new Error(`${process.execPath} cannot be run`);
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  return { pid, exited, stop: () => endProcess(pid, mark, ending).then(() => exited) };
}
