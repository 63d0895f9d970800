import { execFile } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';

const PATIENCE_MS = 240_000;
jest.setTimeout(PATIENCE_MS);

const root = join(__dirname, '../../..');
const SHARED = ['nx.json', 'package.json', 'tsconfig.base.json', '.prettierrc', '.prettierignore'];
const FOLDERS = ['.github', 'gateway', 'libs', 'services', 'tools'];
const CONTEXTS = [
  ['jobs', '/api/v1/jobs', 'jobs:read'],
  ['customers', '/api/v1/customers', 'customers:read'],
  ['assets', '/api/v1/assets', 'assets:read'],
  ['inventory', '/api/v1/inventory', 'inventory:read'],
  ['technicians', '/api/v1/technicians', 'technicians:read'],
  ['webhooks', '/api/v1/hooks.php', 'webhooks:manage'],
] as const;
/** One of each kind: a list, a record, and a write with and without a record. */
const IN_INVENTORY = [
  ['getSupplier', 'GET ?id&sub=supplier'],
  ['noteSupplier', 'POST ?id&sub=supplier'],
  ['noteRound', 'POST ?sub=round'],
] as const;

let copy: string;

/** Runs a program in the copy of the workspace; what it printed is in the error. */
async function run(program: string, ...args: string[]): Promise<void> {
  const env = { ...process.env, NX_DAEMON: 'false', NX_ISOLATE_PLUGINS: 'false' };
  await promisify(execFile)(process.execPath, [program, ...args], { cwd: copy, env }).catch(
    ({ stdout, stderr }) =>
      Promise.reject(new Error([program, ...args, `\n${stdout}${stderr}`].join(' '))),
  );
}

const runInstalled = (name: string, ...args: string[]): Promise<void> =>
  run(join(root, 'node_modules/.bin', name), ...args);

const generate = (...options: object[]): Promise<void> =>
  run(join(root, 'tools/generators/test/generate.cjs'), copy, JSON.stringify(options));

/** The files in a folder of the copy that are not as the workspace has them. */
function writtenIn(folder: string): string[] {
  const entries = readdirSync(join(copy, folder), { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(copy, join(parentPath, name)));
  return paths.filter((path) => {
    const original = join(root, path);
    return !existsSync(original) || !readFileSync(original).equals(readFileSync(join(copy, path)));
  });
}

beforeAll(async () => {
  copy = mkdtempSync(join(tmpdir(), 'generated-'));
  for (const name of [...SHARED, ...FOLDERS]) {
    cpSync(join(root, name), join(copy, name), { recursive: true });
  }
  mkdirSync(join(copy, '.data'));
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

it.each([
  [{ name: 'listOdds', context: 'nobody', address: 'GET' }, 'no collection of the context nobody'],
  [{ name: 'listOdds', context: 'webhooks', address: 'GET' }, 'no scope webhooks:read'],
  [{ name: 'getJob', context: 'jobs', address: 'GET ?id&sub=odd' }, 'get-job.ts is there already'],
  [{ name: 'getOdd', context: 'jobs', address: 'GET ?sub=odd' }, 'a record is read by an id'],
])('refuses %j', async (options, message) => {
  await expect(generate(options)).rejects.toThrow(message);
});

describe('new endpoints', () => {
  beforeAll(async () => {
    const options = ['--name=listSuppliers', '--context=inventory', '--address=GET ?sub=suppliers'];
    await runInstalled('nx', 'generate', './tools/generators:endpoint', ...options);
    await generate(
      ...IN_INVENTORY.map(([name, address]) => ({ name, context: 'inventory', address })),
      ...CONTEXTS.map(([context, , scope]) => ({
        name: `list${context}Odds`,
        context,
        address: 'GET ?sub=odds',
        scope,
      })),
    );
  }, PATIENCE_MS);

  it('are rows of the specification', async () => {
    const text = readFileSync(join(copy, '.github/docs/field-service-api.md'), 'utf8');
    for (const [, path, scope] of CONTEXTS) {
      expect(text).toContain(`\n| GET | ${path}?sub=odds | ${scope} |\n`);
    }
    await runInstalled('jest', '--config', 'libs/contracts/jest.config.cjs', 'endpoints.test');
  });

  it('keep the format', async () => {
    const written = ['services', 'libs/contracts'].flatMap(writtenIn);
    expect(written).toContain('services/inventory/src/use-cases/list-suppliers.ts');
    await runInstalled('prettier', '--check', ...written);
  });

  it('keep the types', () =>
    runInstalled('tsc', '--noEmit', '-p', 'services/inventory/tsconfig.json'));

  it('keep to the rules of lint', () =>
    runInstalled(
      'eslint',
      ...['--config', 'tools/workspace/eslint.config.mjs', '--max-warnings', '0'],
      ...['src/http', 'src/use-cases', 'test'].map((folder) => `services/inventory/${folder}`),
    ));

  it('are documented', () =>
    runInstalled(
      'jest',
      ...['--config', 'tools/openapi/jest.config.cjs', 'document.test'],
      ...['-t', 'every row|with a pagination|an answer of|a body of'],
    ));

  it('answer as their tests say', () =>
    runInstalled(
      'jest',
      ...['--config', 'services/inventory/jest.config.cjs'],
      'test/.*(supplier|suppliers|note-round|odds|lists|hostile-input).api.test',
      ...['-t', 'all lists|[Ss]upplier|[Rr]ound|[Oo]dds'],
    ));
});
