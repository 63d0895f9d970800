import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDataFolder } from '../src/data-folder';
import { startDemoReceiver, type DemoReceiver } from '../src/demo/receiver';

/** Only Linux has other loopback addresses than 127.0.0.1. */
const onLinux = process.platform === 'linux' ? it : it.skip;

describe("the demo company's receiver", () => {
  let dir: string;
  let reported: string[];
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'demo-receiver-'));
    reported = [];
  });
  afterEach(() => rmSync(dir, { recursive: true, force: true }));

  const start = (env: NodeJS.ProcessEnv = {}) =>
    startDemoReceiver({
      endpoints: [{ path: '/busy', events: ['job.updated'], answers: [200, 503] }],
      folder: openDataFolder(join(dir, 'data')),
      env,
      report: (line) => reported.push(line),
    });

  const post = (receiver: DemoReceiver, path: string): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      const ca = readFileSync(String(receiver.variables['NODE_EXTRA_CA_CERTS']));
      request(`${receiver.url}${path}`, { method: 'POST', ca, agent: false }, (response) => {
        response.resume();
        resolve(response.statusCode);
      })
        .once('error', reject)
        .end('{}');
    });

  onLinux(
    'answers each path in turn, at the same address and with the same certificate at every start',
    async () => {
      const first = await start();
      if (!first) throw new Error(reported.join());
      expect([await post(first, '/busy'), await post(first, '/busy')]).toEqual([200, 503]);
      expect([await post(first, '/busy'), await post(first, '/other')]).toEqual([200, 404]);
      const certificate = readFileSync(String(first.variables['NODE_EXTRA_CA_CERTS']));
      await first.close();

      const second = await start();
      if (!second) throw new Error(reported.join());
      expect(second.url).toBe(first.url);
      expect(readFileSync(String(second.variables['NODE_EXTRA_CA_CERTS']))).toEqual(certificate);
      expect(await post(second, '/busy')).toBe(200);
      await second.close();
    },
  );

  onLinux('adds to what webhooks is to trust and may reach, and takes nothing away', async () => {
    const others = join(dir, 'others.pem');
    writeFileSync(others, 'the certificates of others');
    const receiver = await start({
      NODE_EXTRA_CA_CERTS: others,
      WEBHOOK_ALLOWED_NETWORKS: '10.0.0.0/8',
    });

    const variables = receiver?.variables;
    expect(variables?.['WEBHOOK_ALLOWED_NETWORKS']).toBe('10.0.0.0/8,127.83.0.1/32');
    expect(readFileSync(String(variables?.['NODE_EXTRA_CA_CERTS']), 'utf8')).toMatch(
      /^the certificates of others\n-----BEGIN CERTIFICATE-----/,
    );
    await receiver?.close();
  });

  onLinux('is missed by nobody where its port is taken', async () => {
    const first = await start();

    expect(await start()).toBeUndefined();
    expect(reported).toEqual([
      `Could not start the demo's webhook receiver at ${new URL(String(first?.url)).host} (EADDRINUSE)`,
    ]);
    await first?.close();
  });
});
