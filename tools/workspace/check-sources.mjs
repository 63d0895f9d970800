// Checks types and lint: `check-sources.mjs [--types FOLDER]… [--lint PATH]… [--without FOLDER]… [--project
// tsconfig.json]…`. `--outcome FILE` receives the correct paths: `{ types: [FOLDER…], lint: [PATH…] }`.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import { parseArgs } from 'node:util';

const root = join(import.meta.dirname, '../..');
/** One program per runtime, so that each library is checked once. */
const PROJECTS = [
  'tools/workspace/tsconfig.json',
  'tools/workspace/tsconfig.browser.json',
  'services/dashboard/web/tsconfig.json',
];

const KNOWN = join(root, '.nx/types');

async function run(program, args) {
  const child = spawn(process.execPath, [join(root, 'node_modules', program), ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text) => (output += text));
  const [code] = await once(child, 'close');
  if (code !== 0 && output === '') throw new Error(`${program} did not run.`);
  return output;
}

const within = (file) => (path) => {
  const isIn = (folder) =>
    resolve(root, file) === resolve(root, folder) ||
    resolve(root, file).startsWith(resolve(root, folder) + sep);
  return isIn(path) && !values.without.some(isIn);
};

/** Prints problems and returns the paths without any. */
function reportProblems(paths, problems) {
  const own = problems.filter(
    // A problem without a file fails every path.
    ({ file }) => file === undefined || paths.some(within(file)),
  );
  for (const { text } of own) process.stdout.write(`${text}\n`);
  if (own.some(({ file }) => file === undefined)) return [];
  return paths.filter((path) => !own.some(({ file }) => within(file)(path)));
}

async function checkTypes(paths) {
  if (paths.length === 0) return [];
  const runs = values.project.map((project) => {
    const known = join(KNOWN, `${project.replaceAll(/\W/g, '-')}.json`);
    return run('typescript-native/bin/tsc', [
      ...['--noEmit', '--pretty', 'false', '--project', project],
      ...['--incremental', '--tsBuildInfoFile', known],
    ]);
  });
  // Details of a problem are indented.
  const texts = (await Promise.all(runs)).flatMap((output) => output.split(/\n(?!\s)/));
  const problems = texts
    .filter((text) => text !== '')
    .map((text) => ({ text, file: /^(.+?)\(\d+,\d+\): /.exec(text)?.[1] }));
  return reportProblems(paths, problems);
}

async function checkStyle(paths) {
  if (paths.length === 0) return [];
  const config = join(import.meta.dirname, 'oxlint.config.mjs');
  const ignored = values.without.flatMap((folder) => ['--ignore-pattern', `${folder}/**`]);
  const args = ['--config', config, '--format', 'json', '--no-error-on-unmatched-pattern'];
  const output = await run('oxlint/bin/oxlint', [...args, ...ignored, ...paths]);
  return reportProblems(paths, styleProblemsIn(output));
}

function styleProblemsIn(output) {
  try {
    return JSON.parse(output).diagnostics.map(({ filename, labels, message, code = '' }) => {
      const { line = 1, column = 1 } = labels[0]?.span ?? {};
      return { file: filename, text: `${filename}:${line}:${column} ${message} ${code}` };
    });
  } catch {
    return [{ text: `Oxlint did not run: ${output}` }];
  }
}

const several = { type: 'string', multiple: true };
const { values } = parseArgs({
  options: {
    types: { ...several, default: [] },
    lint: { ...several, default: [] },
    without: { ...several, default: [] },
    project: { ...several, default: PROJECTS },
    outcome: { type: 'string' },
  },
});
const [types, lint] = await Promise.all([checkTypes(values.types), checkStyle(values.lint)]);
const correct = { types, lint };
if (values.outcome) writeFileSync(values.outcome, JSON.stringify(correct));
const isCorrect = ['types', 'lint'].every((kind) => correct[kind].length === values[kind].length);
if (!isCorrect) process.exitCode = 1;
