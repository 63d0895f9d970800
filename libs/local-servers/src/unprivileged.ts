import { execFileSync } from 'node:child_process';
import { chownSync, existsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { programEnvironment } from './environments';

/** How to run a program that refuses to run as root, and who then owns its files. */
export interface Unprivileged {
  command(
    program: string,
    args: readonly string[],
  ): {
    readonly file: string;
    readonly args: readonly string[];
    readonly as: { readonly uid?: number; readonly gid?: number };
  };
  /** Gives a file or folder to the user the program runs as. */
  own(path: string): void;
}

/**
 * PostgreSQL refuses to run as root, so root runs it as `postgres`, or `nobody` where there is no
 * such user; anybody else runs it as they are.
 */
export function unprivileged(dataDir: string): Unprivileged {
  if (process.getuid?.() !== 0) {
    return { command: (file, args) => ({ file, args, as: {} }), own: () => undefined };
  }
  const user = userFor(dataDir);
  return {
    command: (program, args) =>
      [program, dataDir].every((path) => isReachable(path, user.uid))
        ? { file: program, args, as: user }
        : { file: 'setpriv', args: [...passing(user), program, ...args], as: {} },
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
    const ask = (flag: string) =>
      Number(
        execFileSync('id', [flag, name], {
          encoding: 'utf8',
          env: programEnvironment(),
          stdio: ['ignore', 'pipe', 'ignore'],
        }),
      );
    return { uid: ask('-u'), gid: ask('-g') };
  } catch {
    return undefined;
  }
}

/** Whether every folder above a path lets this user through. */
function isReachable(path: string, uid: number): boolean {
  const folder = dirname(resolve(path));
  const { mode, uid: owner } = statSync(folder);
  const isOpen = (mode & (owner === uid ? 0o100 : 0o001)) !== 0;
  return isOpen && (folder === dirname(folder) || isReachable(folder, uid));
}

/**
 * A checkout below /root or a `mktemp -d` folder is closed to other users. The server then keeps the
 * one capability of root that opens folders, which its own check for root does not mind. The secure
 * bit lets access(2) heed that capability, by which initdb looks for its sibling programs.
 */
const passing = ({ uid, gid }: User): string[] => [
  `--reuid=${uid}`,
  `--regid=${gid}`,
  '--clear-groups',
  '--inh-caps=+dac_override',
  '--ambient-caps=+dac_override',
  '--securebits=+no_setuid_fixup',
  '--',
];
