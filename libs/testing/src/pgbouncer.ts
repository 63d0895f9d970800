import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '@svc/local-servers';
import { eventually } from './eventually';

export async function startPgBouncer(program: string, directUrl: string) {
  const { hostname, port: serverPort, username, password } = new URL(directUrl);
  const port = await findFreePort();
  const folder = await mkdtemp(join(tmpdir(), 'pgbouncer-'));
  const users = join(folder, 'users.txt');
  const settings = join(folder, 'pgbouncer.ini');
  await writeFile(users, `"${decodeURIComponent(username)}" "${decodeURIComponent(password)}"\n`);
  await writeFile(
    settings,
    [
      '[databases]',
      `* = host=${hostname} port=${serverPort}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${port}`,
      'unix_socket_dir =',
      'auth_type = scram-sha-256',
      `auth_file = ${users}`,
      'pool_mode = transaction',
      'default_pool_size = 4',
      'max_client_conn = 200',
      'max_prepared_statements = 200',
      // It refuses to run as root.
      ...(process.getuid?.() === 0 ? ['user = nobody'] : []),
      '',
    ].join('\n'),
  );
  const server = spawn(program, [settings], { stdio: 'ignore' });
  const exited = once(server, 'exit');
  await eventually(() => answers(port));
  return {
    /** The given URL, through PgBouncer. */
    urlOf(direct: string): string {
      const url = new URL(direct);
      url.port = String(port);
      return url.href;
    },
    async stop(): Promise<void> {
      server.kill('SIGINT');
      await exited;
      await rm(folder, { recursive: true });
    },
  };
}

const answers = (port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port }, () => {
      socket.end();
      resolve();
    });
    socket.once('error', reject);
  });
