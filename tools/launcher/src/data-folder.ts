import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createConnection, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LaunchError } from './launch-error';

/** What a run keeps in its data folder, apart from the programs in `bin` that it fetched. */
const KEPT = ['postgres', 'nats', 'logs', 'secrets.json', 'demo.json', 'run.json'] as const;
export type Kept = (typeof KEPT)[number];

export interface DataFolder {
  readonly dir: string;
  pathOf(name: Kept | 'bin'): string;
  /** The content of one of the folder's JSON files, or undefined when it was never written. */
  read<Content>(name: Kept): Content | undefined;
  /** Replaces a file in one step; it holds secrets, so only its owner may read it. */
  write(name: Kept, content: object): void;
  remove(name: Kept): void;
  /** Drops everything but the fetched programs. */
  clear(): void;
}

export function dataFolder(dir: string): DataFolder {
  try {
    mkdirSync(dir, { recursive: true });
  } catch (error) {
    throw new LaunchError(`${dir} cannot be created: ${(error as Error).message}`);
  }
  const pathOf = (name: string) => join(dir, name);
  const remove = (name: string) => rmSync(pathOf(name), { recursive: true, force: true });
  return {
    dir,
    pathOf,
    remove,

    read(name) {
      let text: string;
      try {
        text = readFileSync(pathOf(name), 'utf8');
      } catch {
        return undefined;
      }
      try {
        return JSON.parse(text);
      } catch {
        throw new LaunchError(`${pathOf(name)} is damaged: mend it, or start with --fresh.`);
      }
    },

    write(name, content) {
      const draft = pathOf(`${name}.draft`);
      writeFileSync(draft, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
      renameSync(draft, pathOf(name));
    },

    clear: () => KEPT.forEach(remove),
  };
}

/**
 * Runs work while this process is the only one that uses the folder.
 *
 * A listening socket is the lock, because the system releases it however the process ends.
 */
export async function alone(folder: DataFolder, work: () => Promise<void>): Promise<void> {
  const lock = await take(addressOf(folder.dir));
  if (!lock) {
    const other = folder.read<{ gateway: string; pid: number }>('run.json');
    const which = other ? `: process ${other.pid}, ${other.gateway}` : '';
    throw new LaunchError(`${folder.dir} is in use by another npm start${which}.`);
  }
  try {
    await work();
  } finally {
    await new Promise((resolve) => lock.close(resolve));
  }
}

/** Named after the folder, but not in it: the path of a socket may have about a hundred characters. */
function addressOf(dir: string): string {
  const name = `fsm-${createHash('sha256').update(dir).digest('hex').slice(0, 32)}`;
  return process.platform === 'linux' ? `\0${name}` : join(tmpdir(), `${name}.sock`);
}

async function take(address: string): Promise<Server | undefined> {
  const lock = await listen(address);
  if (lock || (await answers(address))) return lock;
  // Other systems than Linux keep the file of a socket whose process was killed.
  rmSync(address, { force: true });
  return listen(address);
}

const listen = (address: string): Promise<Server | undefined> =>
  new Promise((resolve) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', () => resolve(undefined));
    server.listen(address, () => resolve(server.unref()));
  });

const answers = (address: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = createConnection(address);
    socket.once('connect', () => resolve(true));
    socket.once('error', () => resolve(address.startsWith('\0')));
    socket.once('close', () => socket.destroy());
  });
