import { createHash } from 'node:crypto';
import {
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createConnection, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describeStorageProblem } from '@svc/local-servers';
import { LaunchError } from './launch-error';

const KEPT = [
  'postgres',
  'nats',
  'nats-cluster',
  'store',
  'logs',
  'secrets.json',
  'demo.json',
  'demo-week.json',
  'demo-receiver.json',
  'demo-receiver.pem',
  'run.json',
] as const;
export type Kept = (typeof KEPT)[number];

export interface DataFolder {
  readonly dir: string;
  pathOf(name: Kept | 'bin' | 'compiled'): string;
  read<Content>(name: Kept): Content | undefined;
  /** Replaces the file atomically, readable only by its owner. */
  write(name: Kept, content: object): void;
  remove(name: Kept): void;
  clear(): void;
}

/** @throws LaunchError if the folder is not writable */
export function openDataFolder(dir: string): DataFolder {
  create(dir);
  const pathOf = (name: string) => join(dir, name);
  requireRoom(pathOf('room.draft'));
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
        throw new LaunchError(`${pathOf(name)} is damaged. Repair it or start with --fresh.`);
      }
    },

    write(name, content) {
      const draft = pathOf(`${name}.draft`);
      try {
        writeFileSync(draft, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
        renameSync(draft, pathOf(name));
      } catch (error) {
        throw new LaunchError(describeStorageProblem(error, draft) ?? (error as Error).message);
      }
    },

    clear: () => KEPT.forEach(remove),
  };
}

/** Creates one level at a time: below /proc, Node.js's recursive mkdir never returns. */
function create(dir: string): void {
  const above = dirname(dir);
  if (above !== dir) create(above);
  try {
    const what = statSync(dir, { throwIfNoEntry: false });
    if (what?.isDirectory()) return;
    if (what) throw new LaunchError(`${dir} is not a folder.`);
    if (lstatSync(dir, { throwIfNoEntry: false })) {
      throw new LaunchError(`${dir} is a broken link.`);
    }
    mkdirSync(dir, { mode: 0o700 });
  } catch (error) {
    if (error instanceof LaunchError) throw error;
    const problem = `${dir} cannot be created: ${above} takes no folders.`;
    throw new LaunchError(describeStorageProblem(error) ?? problem);
  }
}

const ROOM_PROBE = Buffer.alloc(1024 * 1024);

function requireRoom(file: string): void {
  try {
    writeFileSync(file, ROOM_PROBE, { mode: 0o600 });
  } catch (error) {
    throw new LaunchError(
      describeStorageProblem(error, file) ?? `${dirname(file)} is not writable.`,
    );
  } finally {
    rmSync(file, { force: true });
  }
}

/** A listening socket is the lock, because the system releases it however the process ends. */
export async function withLock(folder: DataFolder, work: () => Promise<void>): Promise<void> {
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

/** Outside the folder, because socket paths are limited to about a hundred characters. */
function addressOf(dir: string): string {
  const name = `fsm-${createHash('sha256').update(dir).digest('hex').slice(0, 32)}`;
  return process.platform === 'linux' ? `\0${name}` : join(tmpdir(), `${name}.sock`);
}

async function take(address: string): Promise<Server | undefined> {
  const lock = await listen(address);
  if (lock || (await answers(address))) return lock;
  // macOS keeps the socket file of a killed process.
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
