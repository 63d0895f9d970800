import { execFileSync } from 'node:child_process';
import { chownSync, existsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { programEnvironment } from './environments';

export interface Unprivileged {
  command(
    program: string,
    args: readonly string[],
  ): {
    readonly file: string;
    readonly args: readonly string[];
    readonly as: { readonly uid?: number; readonly gid?: number };
  };
  own(path: string): void;
}

/** Runs PostgreSQL, which refuses root, as `postgres` or `nobody` if this is root. */
export function createUnprivileged(dataDir: string): Unprivileged {
  if (process.getuid?.() !== 0) {
    return { command: (file, args) => ({ file, args, as: {} }), own: () => undefined };
  }
  const user = userFor(dataDir);
  return {
    command: (program, args) =>
      [program, dataDir].every((path) => isReachable(path, user.uid))
        ? { file: program, args, as: user }
        : { file: 'setpriv', args: [...createSetprivArguments(user), program, ...args], as: {} },
    own: (path) => chownSync(path, user.uid, user.gid),
  };
}

interface User {
  readonly uid: number;
  readonly gid: number;
}

function userFor(dataDir: string): User {
  const owner = existsSync(dataDir) ? statSync(dataDir) : undefined;
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  return lookUp('postgres') ?? lookUp('nobody') ?? { uid: 65_534, gid: 65_534 };
}

function lookUp(name: string): User | undefined {
  try {
    const readId = (flag: string) =>
      Number(
        execFileSync('id', [flag, name], {
          encoding: 'utf8',
          env: programEnvironment(),
          stdio: ['ignore', 'pipe', 'ignore'],
        }),
      );
    return { uid: readId('-u'), gid: readId('-g') };
  } catch {
    return undefined;
  }
}

function isReachable(path: string, uid: number): boolean {
  const folder = dirname(resolve(path));
  const { mode, uid: owner } = statSync(folder);
  const isOpen = (mode & (owner === uid ? 0o100 : 0o001)) !== 0;
  return isOpen && (folder === dirname(folder) || isReachable(folder, uid));
}

/**
 * Below /root or `mktemp -d`, other users cannot reach the files. The server then keeps root's capability
 * to open folders, which its root check tolerates; the secure bit makes access(2) honour it, which initdb
 * needs.
 */
const createSetprivArguments = ({ uid, gid }: User): string[] => [
  `--reuid=${uid}`,
  `--regid=${gid}`,
  '--clear-groups',
  '--inh-caps=+dac_override',
  '--ambient-caps=+dac_override',
  '--securebits=+no_setuid_fixup',
  '--',
];
