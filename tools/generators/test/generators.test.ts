import { execFile } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';

const PATIENCE_MS = 600_000;
jest.setTimeout(PATIENCE_MS);

const root = join(__dirname, '../../..');
const SHARED = ['nx.json', 'package.json', 'tsconfig.base.json', '.oxfmtrc.json'];
const FOLDERS = ['.github', '.vscode', 'deploy', 'gateway', 'libs', 'services', 'tools'];
/** Names that real contexts will not use. */
const CONTEXTS = [
  ['jobs', '/api/v1/jobs', 'jobs:read'],
  ['customers', '/api/v1/customers', 'customers:read'],
  ['assets', '/api/v1/assets', 'assets:read'],
  ['inventory', '/api/v1/inventory', 'inventory:read'],
  ['technicians', '/api/v1/technicians', 'technicians:read'],
  ['webhooks', '/api/v1/hooks.php', 'webhooks:manage'],
  ['quokkas', '/api/v1/quokkas', 'quokkas:read'],
] as const;
const IN_INVENTORY = [
  ['getQuoll', 'GET ?id&sub=quoll'],
  ['noteQuoll', 'POST ?id&sub=quoll'],
  ['noteTarsier', 'POST ?sub=tarsier'],
  ['changeQuoll', 'PATCH ?id&sub=quoll'],
] as const;
const IN_THE_DOCUMENT = 'breaks no client|every row|with a pagination|an answer of|a body of';
const IN_THE_CONTEXT = 'all lists|every kind of write|all records|[Qq]uoll|[Tt]arsier|[Oo]dds';

let copy: string;

async function run(program: string, ...args: string[]): Promise<void> {
  const env = { ...process.env, NX_DAEMON: 'false', NX_ISOLATE_PLUGINS: 'false' };
  await promisify(execFile)(process.execPath, [program, ...args], { cwd: copy, env }).catch(
    ({ stdout, stderr }) =>
      Promise.reject(new Error([program, ...args, `\n${stdout}${stderr}`].join(' '))),
  );
}

const runInstalled = (name: string, ...args: string[]): Promise<void> =>
  run(join(root, 'node_modules/.bin', name), ...args);

/** One Jest run loads packages and starts servers once. */
const runTests = (folders: readonly string[], which: readonly string[]): Promise<void> =>
  runInstalled(
    'jest',
    ...which,
    ...['--projects', ...folders.map((folder) => `${folder}/jest.config.cjs`)],
  );

type Run = readonly [generator: 'context' | 'endpoint', options: object, ...rest: unknown[]];

const generate = (...runs: readonly Run[]): Promise<void> =>
  run(join(root, 'tools/generators/test/generate.cjs'), copy, JSON.stringify(runs));

const filesIn = (folder: string): string[] =>
  readdirSync(join(copy, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(copy, join(parentPath, name)));

const writtenIn = (folder: string): string[] =>
  filesIn(folder).filter((path) => {
    const original = join(root, path);
    return !existsSync(original) || !readFileSync(original).equals(readFileSync(join(copy, path)));
  });

beforeAll(async () => {
  copy = mkdtempSync(join(tmpdir(), 'generated-'));
  for (const name of [...SHARED, ...FOLDERS]) {
    cpSync(join(root, name), join(copy, name), { recursive: true });
  }
  mkdirSync(join(copy, '.data'));
  // Avoids downloading programs again.
  mkdirSync(join(root, '.data/bin'), { recursive: true });
  symlinkSync(join(root, '.data/bin'), join(copy, '.data/bin'));
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

const REFUSED = [
  [
    'endpoint',
    { name: 'listOdds', context: 'nobody', address: 'GET' },
    'no collection of the context nobody',
  ],
  ['endpoint', { name: 'listOdds', context: 'webhooks', address: 'GET' }, 'no scope webhooks:read'],
  [
    'endpoint',
    {
      name: 'noteOdds',
      context: 'technicians',
      address: 'POST ?sub=odds',
      scope: 'technicians:read',
    },
    'technicians:read only allows reading',
  ],
  [
    'endpoint',
    { name: 'getJob', context: 'jobs', address: 'GET ?id&sub=odd' },
    'getJob already exists',
  ],
  [
    'endpoint',
    { name: 'getOdd', context: 'jobs', address: 'GET ?sub=odd' },
    'reading a record needs an id',
  ],
  [
    'endpoint',
    { name: 'odd', context: 'jobs', address: 'PATCH ?id' },
    'PATCH ?id already belongs to changeJobStatus.',
  ],
  [
    'endpoint',
    { name: 'listOdds', context: 'jobs', address: 'GET ?sub=history&id' },
    'GET ?sub=history&id already belongs to listJobHistory.',
  ],
  ['context', { name: 'jobs' }, 'jobs already exists'],
  ['context', { name: 'gateway', record: 'way' }, 'gateway already exists'],
  ['context', { name: 'equipment' }, 'names both the context and its record'],
  ['context', { name: 'cases' }, 'case is a reserved word of TypeScript'],
  ['context', { name: 'locations' }, 'listLocations already exists'],
  ['context', { name: 'work', record: 'job' }, 'getJob already exists'],
] as const;

it('rejects what already exists or cannot be', async () => {
  const problem = await generate(...REFUSED).catch(({ message }: Error) => message);

  const lines = String(problem).trim().split('\n');
  expect(lines.slice(-REFUSED.length)).toEqual(
    REFUSED.map(([, , message]) => expect.stringContaining(message)),
  );
  expect(FOLDERS.flatMap(writtenIn)).toEqual([]);
});

describe('a new context, and new endpoints there and elsewhere', () => {
  beforeAll(async () => {
    const options = ['--name=listQuolls', '--context=inventory', '--address=GET ?sub=quolls'];
    await runInstalled('nx', 'generate', './tools/generators:endpoint', ...options);
    await generate(
      ['context', { name: 'quokkas' }],
      ...IN_INVENTORY.map(([name, address]): Run => [
        'endpoint',
        { name, context: 'inventory', address },
      ]),
      ...CONTEXTS.map(([context, , scope]): Run => [
        'endpoint',
        { name: `list${context}Odds`, context, address: 'GET ?sub=odds', scope },
      ]),
    );
  }, PATIENCE_MS);

  it('are rows of the specification', () => {
    const text = readFileSync(join(copy, '.github/docs/field-service-api.md'), 'utf8');
    for (const [, path, scope] of CONTEXTS) {
      expect(text).toContain(`\n| GET | ${path}?sub=odds | ${scope} |\n`);
    }
    expect(text).toContain('\n| POST | /api/v1/quokkas | quokkas:write |\n');
  });

  it('are deployed as every other context', () => {
    const files = ['images', 'kubernetes', 'nats', 'postgres', 'test']
      .flatMap((folder) => filesIn(join('deploy', folder)))
      .filter((path) => !path.startsWith('deploy/kubernetes/base/inventory/'))
      .filter((path) => !path.startsWith('deploy/kubernetes/base/webhooks/'))
      .filter((path) => !path.startsWith('deploy/kubernetes/base/jobs/'));
    const naming = (name: RegExp) =>
      files.filter((path) => name.test(readFileSync(join(copy, path), 'utf8')));

    expect(naming(/\b(svc_)?quokkas\b/)).toEqual(expect.arrayContaining(naming(/\binventory\b/)));
    const own = filesIn('deploy/kubernetes/base/quokkas').map((path) =>
      readFileSync(join(copy, path), 'utf8'),
    );
    expect(own.join('\n')).toContain('policyTypes: [Ingress]\n');
    expect(own.join('\n')).not.toMatch(/egress|_URL|jobs|webhooks/);
  });

  it('are where CONTRIBUTING says that a new context has its place', () => {
    const page = readFileSync(join(root, '.github/CONTRIBUTING.md'), 'utf8');
    const [, afterHeading = ''] = page.split('## Add a context');
    const [section = ''] = afterHeading.split('\n## ');
    const named = [...section.matchAll(/^\| (.+?) +\|/gm)].flatMap(([, where = '']) =>
      [...where.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path.replace('notes', 'quokkas')),
    );
    const changed = FOLDERS.flatMap(writtenIn).filter((path) =>
      /quokka/i.test(readFileSync(join(copy, path), 'utf8')),
    );

    const isNamed = (path: string) =>
      path === '.github/docs/field-service-api.md' ||
      path === '.github/CODEOWNERS' ||
      named.some((each) => path === each || (each.endsWith('/') && path.startsWith(each)));
    expect(changed).toContain('tools/e2e/test/sandbox.e2e.test.ts');
    expect(changed.filter((path) => !isNamed(path))).toEqual([]);
  });

  it('import names in the order of the code base: types last, both by alphabet', () => {
    for (const [file, from] of [
      ['routes', '@svc/http'],
      ['documentation', '@svc/openapi'],
    ] as const) {
      const text = readFileSync(join(copy, `services/inventory/src/http/${file}.ts`), 'utf8');
      const [, names = ''] = new RegExp(`import \\{([^}]+)\\} from '${from}'`).exec(text) ?? [];
      expect(names).not.toBe('');
      const imported = names.split(',').flatMap((each) => each.trim() || []);
      const isType = (name: string) => Number(name.startsWith('type '));
      expect(imported).toEqual(
        imported.toSorted((one, other) => isType(one) - isType(other) || one.localeCompare(other)),
      );
    }
  });

  it.each([
    ['get-quoll', 'ShownQuoll', 'no company has such a record'],
    ['change-quoll', 'NotedQuoll', 'no company has such a record'],
    ['note-tarsier', 'NotedTarsier', 'it answers with what it was given'],
  ])('say in %s that it is not written yet, and name a %s', (file, record, state) => {
    const path = join(copy, `services/inventory/src/use-cases/${file}.ts`);
    const text = readFileSync(path, 'utf8');

    expect(text).toContain(`/** Not written yet: ${state}. */`);
    expect(text).toContain(`type ${record} = `);
  });

  it('keep the format', async () => {
    const written = FOLDERS.flatMap(writtenIn);
    expect(written).toEqual(
      expect.arrayContaining([
        'services/inventory/src/use-cases/list-quolls.ts',
        'services/quokkas/src/records/quokka.ts',
        'deploy/kubernetes/base/quokkas/service.yaml',
      ]),
    );
    await runInstalled('oxfmt', '--check', ...written);
  });

  it('keep the types, and to the rules of lint', async () => {
    const include = [
      'services/inventory',
      'services/quokkas',
      'services/dashboard/src',
      'tools/openapi/src',
      'tools/openapi/test',
      'tools/fsm/src',
      'tools/fsm/test',
      'tools/e2e/test',
    ];
    const project = { extends: './tsconfig.base.json', include };
    writeFileSync(join(copy, 'tsconfig.json'), JSON.stringify(project));
    const linted = [
      ...writtenIn('services/inventory').filter((path) => path.endsWith('.ts')),
      'services/quokkas',
    ];
    await run(
      join(copy, 'tools/workspace/check-sources.mjs'),
      ...['--project', 'tsconfig.json', '--types', '.'],
      ...linted.flatMap((path) => ['--lint', path]),
    );
  });

  it('are in the endpoint table and the dashboard, deployed, and answer as their tests say', () =>
    runTests(
      ['libs/contracts', 'services/dashboard', 'deploy', 'services/quokkas'],
      [
        'libs/contracts/.*/endpoints.test',
        'services/dashboard/test/contract.test',
        'deploy/test/network.test',
        'services/quokkas/',
      ],
    ));

  it('are documented, and answer beside others as their tests say', () =>
    runTests(
      ['tools/openapi', 'services/inventory'],
      [
        'tools/openapi/test/(document|compatibility).test',
        'services/inventory/test/.*(quoll|quolls|note-tarsier|odds|lists|hostile-input|bulk|versions).api.test',
        ...['-t', [IN_THE_DOCUMENT, IN_THE_CONTEXT].join('|')],
      ],
    ));

  it('leave what their tests compile in their own workspace', () => {
    expect(readdirSync(join(copy, '.nx/jest'))).not.toEqual([]);
  });
});
