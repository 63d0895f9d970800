import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findNatsServer, findFreePort, isNatsReady, waitUntil } from '@svc/local-servers';
import {
  createCertificateAuthority,
  createTestDatabase,
  claimTestNats,
  type CertificateAuthority,
  type TestDatabase,
} from '@svc/testing';
import { buildFixture, endFixtures, get, givenFixture, soon } from './given';

const folder = mkdtempSync(join(tmpdir(), 'nats-tls-test-'));
const program = join(folder, 'main.js');
const ca = join(folder, 'ca.pem');
let database: TestDatabase;
const servers: ChildProcess[] = [];
let named: number;
let addressed: number;

beforeAll(async () => {
  buildFixture(program);
  database = await createTestDatabase({ context: 'jobs', migrations: [] });
  const authority = await createCertificateAuthority();
  writeFileSync(ca, authority.ca);
  named = await startServer(authority, 'localhost');
  addressed = await startServer(authority, '127.0.0.1');
});

async function startServer({ certify }: CertificateAuthority, host: string): Promise<number> {
  const port = await findFreePort();
  const pathOf = (name: string) => join(folder, `${host}-${name}`);
  const { key, cert } = await certify(host);
  writeFileSync(pathOf('key.pem'), key);
  writeFileSync(pathOf('cert.pem'), cert);
  const config = `
    host: "127.0.0.1"
    port: ${port}
    jetstream { store_dir: "${pathOf('store')}" }
    tls { cert_file: "${pathOf('cert.pem')}", key_file: "${pathOf('key.pem')}" }
    authorization { user: jobs, password: secret }`;
  writeFileSync(pathOf('nats.conf'), config);
  const bin = await findNatsServer({
    cache: join(__dirname, '../../../.data/bin'),
    env: process.env,
  });
  servers.push(spawn(bin, ['-c', pathOf('nats.conf')], { stdio: 'ignore' }));
  expect(await waitUntil(() => isNatsReady({ host: '127.0.0.1', port }), 20_000)).toBe(true);
  return port;
}

afterEach(endFixtures);

afterAll(async () => {
  for (const server of servers) {
    server.kill('SIGKILL');
    await once(server, 'exit');
  }
  await database.close();
  rmSync(folder, { recursive: true });
});

const given = (NATS_URL: string, env: Readonly<Record<string, string>> = {}) =>
  givenFixture({ program, env: { DATABASE_URL: database.url, NATS_URL, ...env } });

const natsOf = async (url: string, env?: Readonly<Record<string, string>>) => {
  const { probes, lines } = await given(url, env);
  const { parts } = await soon(async () => {
    const readiness = JSON.parse((await get(`${probes}/readyz`)).text);
    const hasTried = lines.some(({ msg }) => msg === 'NATS is not reachable');
    expect(hasTried || readiness.parts.nats === 'ok').toBe(true);
    return readiness;
  });
  const attempt = lines.find(({ msg }) => msg === 'NATS is not reachable');
  return { nats: parts.nats, attempt: JSON.stringify(attempt?.['err'] ?? '') };
};

describe('tls:// in NATS_URL', () => {
  const secure = (host: string, port: number) => `tls://jobs:secret@${host}:${port}`;
  const trust = { NODE_EXTRA_CA_CERTS: ca };
  const none = 'degraded: not connected';

  it('connects to a server whose certificate is trusted', async () => {
    expect(await natsOf(secure('localhost', named), trust)).toMatchObject({ nats: 'ok' });
    expect(await natsOf(secure('127.0.0.1', addressed), trust)).toMatchObject({ nats: 'ok' });
  });

  it('connects to no server whose certificate is not', async () => {
    const { nats, attempt } = await natsOf(secure('localhost', named));

    expect(nats).toBe(none);
    expect(attempt).toMatch(/certificate/);
  });

  it('connects to no server under another name or address than its certificate has', async () => {
    expect(await natsOf(secure('127.0.0.1', named), trust)).toMatchObject({ nats: none });
    expect(await natsOf(secure('localhost', addressed), trust)).toMatchObject({ nats: none });
  });

  it('connects to no server that would do without', async () => {
    const { nats: readiness, attempt } = await natsOf(
      claimTestNats().url.replace('nats://', 'tls://'),
      {
        NODE_EXTRA_CA_CERTS: ca,
      },
    );

    expect(readiness).toBe('degraded: not connected');
    expect(attempt).toMatch(/tls|OPTION/i);
  });
});
