import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const ROOT = join(__dirname, '../../..');

interface Problem {
  readonly code: string;
  readonly filename: string;
  readonly labels: readonly [{ readonly span: { readonly line: number } }];
}

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'oxlint-'))));
afterEach(() => rmSync(folder, { recursive: true }));

/** Returns `file:line` of each violation of one rule. */
function lint(
  rule: string,
  files: Readonly<Record<string, string>>,
  ...options: readonly object[]
): string[] {
  for (const project of ['gateway', 'libs', 'services', 'tools']) mkdirSync(join(folder, project));
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  const config = {
    jsPlugins: [{ name: 'workspace', specifier: join(ROOT, 'tools/workspace/oxlint-plugin.mjs') }],
    categories: { correctness: 'off' },
    rules: { [`workspace/${rule}`]: ['error', ...options] },
  };
  writeFileSync(join(folder, '.oxlintrc.json'), JSON.stringify(config));
  const { stdout } = spawnSync(
    process.execPath,
    [join(ROOT, 'node_modules/oxlint/bin/oxlint'), '--format', 'json', '.'],
    { cwd: folder, encoding: 'utf8' },
  );
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: readonly Problem[] };
  return diagnostics.map(({ filename, labels: [{ span }] }) => `${filename}:${span.line}`).sort();
}

it('rejects what a selector matches', () => {
  const selector = { selector: 'AwaitExpression', message: 'Do not wait.' };
  const found = lint('restricted-syntax', { 'libs/a.ts': 'void 0;\nawait 1;\n' }, selector);
  expect(found).toEqual(['libs/a.ts:2']);
});

it('rejects limits that are not named MAX_ or MIN_', () => {
  const found = lint('limit-names', {
    'libs/a.ts':
      'const MOST_JOBS = 1;\nexport const LONGEST_MS = 2;\nconst MAX_JOBS = 3, MOSTLY = 4;\n',
  });
  expect(found).toEqual(['libs/a.ts:1', 'libs/a.ts:2']);
});

it('rejects comments that are no sentences', () => {
  const found = lint('comment-sentences', {
    'libs/a.ts': [
      '/** Of a job. */',
      'const a = 1;',
      '/**',
      ' * The same, but later.',
      ' */',
      '// Whoever reads it.',
      '// A sentence that goes on with',
      '// What begins the next line.',
      '/** Offers a slot. */',
    ].join('\n'),
  });
  expect(found).toEqual(['libs/a.ts:1', 'libs/a.ts:3', 'libs/a.ts:6']);
});

describe('exported names', () => {
  const files = {
    'gateway/src/keys/key.ts': 'export interface Key {}\n',
    'libs/one/src/a.ts': 'export interface Key {}\nexport const read = 1;\nexport type Own = 1;\n',
    'libs/one/src/b.ts': 'export type Own = 1;\n',
    'libs/two/src/a.ts': 'export async function read() {}\nexport type Dependencies = 1;\n',
    'libs/two/test/a.ts': 'export type Own = 1;\n',
    'services/jobs/src/a.ts': 'export interface Dependencies {}\n',
  };

  it('are rejected when another project exports them', () => {
    expect(lint('unique-exports', files, { root: folder })).toEqual([
      'gateway/src/keys/key.ts:1',
      'libs/one/src/a.ts:1',
      'libs/one/src/a.ts:2',
      'libs/two/src/a.ts:1',
      'libs/two/test/a.ts:1',
    ]);
  });

  it('may be shared with a reason', () => {
    const shared = { Key: 'test', read: 'test', Own: 'test', Dependencies: 'test' };
    expect(lint('unique-exports', files, { root: folder, shared })).toEqual([]);
  });
});
