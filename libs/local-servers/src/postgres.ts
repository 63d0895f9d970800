import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { MAX_EMBEDDED_CONNECTIONS } from '@svc/contracts';
import type { LocalServer } from './local-server';
import { LocalServerError } from './local-server-error';
import { findFreePort, requireFreePort } from './ports';
import { POSTGRES_MAJOR, findPostgresPrograms } from './postgres-programs';
import { endProcess, type Steps } from './processes';
import { runProgram } from './run-program';
import { startServer, type RunningServer } from './server-process';
import { findStorageProblem } from './storage-problem';
import { createUnprivileged, type Unprivileged } from './unprivileged';

export interface PostgresOptions {
  readonly dir: string;
  readonly port?: number;
  readonly durable: boolean;
  /** The superuser's password, set when the data folder is created. */
  readonly password: string;
  readonly connections?: number;
  readonly signal?: AbortSignal;
}

const START_MS = 120_000;
/** How long workers of a killed server may block the next one. */
const OLD_WORKERS_MS = 10_000;

// SIGINT ends sessions; SIGQUIT needs a recovery at the next start.
const ENDING: Steps = [
  ['SIGINT', 2_200],
  ['SIGQUIT', 500],
  ['SIGKILL', 300],
];

const SETTINGS = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'timezone=UTC',
  'jit=off',
];
/**
 * The client's log has failed statements, without values. The server would repeat the values, so it only
 * logs about itself.
 */
const LOGGING = [
  'log_min_messages=log',
  'log_min_error_statement=panic',
  'log_error_verbosity=terse',
  'log_parameter_max_length=0',
  'log_parameter_max_length_on_error=0',
];
const DURABLE = ['shared_buffers=256MB'];
const THROW_AWAY = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'shared_buffers=64MB',
  // Tests open thousands of connections, and signing in would take milliseconds each.
  'scram_iterations=1',
];

export async function startPostgres(options: PostgresOptions): Promise<LocalServer> {
  const dir = resolve(options.dir);
  const data = join(dir, 'data');
  mkdirSync(dir, { recursive: true });
  const user = createUnprivileged(data);

  if (!existsSync(join(data, 'PG_VERSION'))) await createData({ ...options, data, user });
  refuseOtherVersion(data);
  await endPostgres(dir);
  const port = options.port ?? (await findFreePort());
  await requireFreePort(port);

  const deadline = Date.now() + OLD_WORKERS_MS;
  for (;;) {
    const started = await launch({ ...options, data, port, user });
    if ('pid' in started) {
      const url = `postgres://postgres:${encodeURIComponent(options.password)}@127.0.0.1:${port}/postgres`;
      return { url, port, ...started };
    }
    const areOldWorkersLeft = started.reason.includes('pre-existing shared memory block');
    if (!areOldWorkersLeft || Date.now() > deadline) {
      throw new LocalServerError(`PostgreSQL did not start: ${started.reason}`);
    }
  }
}

interface DataFolder extends PostgresOptions {
  readonly data: string;
  readonly user: Unprivileged;
}

type Started = RunningServer | { readonly reason: string };

async function launch(options: DataFolder & { readonly port: number }): Promise<Started> {
  const { data, port, durable, connections = MAX_EMBEDDED_CONNECTIONS, user, signal } = options;
  const log = join(dirname(data), 'log');
  const settings = [
    ...SETTINGS,
    `max_connections=${connections}`,
    ...LOGGING,
    ...(durable ? DURABLE : THROW_AWAY),
  ];
  const { file, args, as } = user.command(findPostgresPrograms().postgres, [
    '-D',
    data,
    '-p',
    String(port),
    ...settings.flatMap((setting) => ['-c', setting]),
  ]);
  const started = await startServer({
    file,
    args,
    as: { ...as, cwd: '/' },
    log,
    mark: data,
    ending: ENDING,
    isReady: (pid) => isReady(data, pid),
    withinMs: START_MS,
    signal,
  });
  if ('pid' in started) return started;
  const outputLines = started.output.split('\n');
  const lines = outputLines.filter((line) => SERIOUS.test(line));
  const storage = findStorageProblem(lines.join('\n'), data);
  if (storage) return { reason: storage };
  const reason = lines[0] ?? outputLines.find(Boolean);
  return { reason: `${reason ?? `${file} cannot be run`} (log: ${log})` };
}

const SERIOUS = /\b(FATAL|PANIC):/;

/** The eighth line of the lock file is the server's state. */
function isReady(data: string, pid: number): boolean {
  const lines = lockFile(data);
  return lines[0] === String(pid) && lines[7]?.trim() === 'ready';
}

function lockFile(data: string): string[] {
  try {
    return readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    return [];
  }
}

/** Ends a server that a killed parent left behind, and removes its stale lock. */
export async function endPostgres(dir: string): Promise<void> {
  const data = join(resolve(dir), 'data');
  const pid = Number(lockFile(data)[0]);
  if (!pid) return;
  await endProcess(pid, data, ENDING);
  // The server takes any live process with this id for its predecessor.
  rmSync(join(data, 'postmaster.pid'), { force: true });
}

function refuseOtherVersion(data: string): void {
  const version = readFileSync(join(data, 'PG_VERSION'), 'utf8').trim();
  if (version !== POSTGRES_MAJOR) {
    throw new LocalServerError(
      `${data} belongs to PostgreSQL ${version}, not ${POSTGRES_MAJOR}: start with --fresh, or with another --data folder.`,
    );
  }
}

/** Throw-away folders are copies of one that is kept between runs. */
async function createData({ data, user, durable, password }: DataFolder): Promise<void> {
  if (durable) return initialise(data, user, password);

  const kept = join(tmpdir(), `fsm-postgres-${POSTGRES_MAJOR}-${userInfo().username}`);
  const source = join(kept, createHash('sha256').update(password).digest('hex').slice(0, 12));
  if (!existsSync(source)) {
    mkdirSync(kept, { recursive: true, mode: 0o711 });
    // Concurrent runs may both get here; the second finds equal data.
    await initialise(source, user, password).catch((error: unknown) => {
      if (!existsSync(source)) throw error;
    });
  }
  await runProgram('cp', ['-a', source, data]);
}

/** Renamed only when complete. */
async function initialise(data: string, user: Unprivileged, password: string): Promise<void> {
  const draft = `${data}.${process.pid}.draft`;
  const passwordFile = `${draft}.password`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { mode: 0o700 });
  user.own(draft);
  writeFileSync(passwordFile, password, { mode: 0o600 });
  user.own(passwordFile);
  const { file, args, as } = user.command(findPostgresPrograms().initdb, [
    `--pgdata=${draft}`,
    '--username=postgres',
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
  ]);
  try {
    await runProgram(file, args, { ...as, cwd: '/' });
    await rename(draft, data);
  } catch (error) {
    const { stderr = '', message } = error as Error & { stderr?: string };
    const storage = findStorageProblem(stderr, dirname(data));
    if (storage) throw new LocalServerError(`PostgreSQL cannot be set up: ${storage}`);
    const reason = stderr.split('\n').find((line) => line.includes('error:')) ?? message;
    throw new LocalServerError(`PostgreSQL cannot create ${data}: ${reason}`);
  } finally {
    rmSync(passwordFile, { force: true });
    rmSync(draft, { recursive: true, force: true });
  }
}
