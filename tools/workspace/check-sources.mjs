// Types and lint of what is asked for: `check-sources.mjs [--types FOLDER]… [--lint PATH]… [--without FOLDER]…
// [--project tsconfig.json]…`. With `--outcome FILE` it writes there what it found to be right:
// `{ types: [FOLDER…], lint: [PATH…] }`.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import { parseArgs } from 'node:util';

const root = join(import.meta.dirname, '../..');
/** All sources, in as many programs as there are kinds of what they run in: a library is checked once for all. */
const PROJECTS = [
  'tools/workspace/tsconfig.json',
  'tools/workspace/tsconfig.browser.json',
  'services/dashboard/web/tsconfig.json',
];

/** What a check of types knows of the files that have not changed since: most of what it costs. */
const KNOWN = join(root, '.nx/types');

/** Runs a program of a package to its end, and answers what it printed. */
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

/** Whether a file is in a folder, or is that file, and in none that is left out. */
const within = (file) => (path) => {
  const isIn = (folder) =>
    resolve(root, file) === resolve(root, folder) ||
    resolve(root, file).startsWith(resolve(root, folder) + sep);
  return isIn(path) && !values.without.some(isIn);
};

/** Prints what is wrong with what is asked for, and answers those paths of which nothing is. */
function rightOf(asked, problems) {
  const own = problems.filter(
    // What is wrong with no file is wrong with all.
    ({ file }) => file === undefined || asked.some(within(file)),
  );
  for (const { text } of own) process.stdout.write(`${text}\n`);
  if (own.some(({ file }) => file === undefined)) return [];
  return asked.filter((path) => !own.some(({ file }) => within(file)(path)));
}

/** Answers the folders whose types are right. */
async function checkTypes(asked) {
  if (asked.length === 0) return [];
  const runs = values.project.map((project) => {
    const known = join(KNOWN, `${project.replaceAll(/\W/g, '-')}.json`);
    return run('typescript-native/bin/tsc', [
      ...['--noEmit', '--pretty', 'false', '--project', project],
      ...['--incremental', '--tsBuildInfoFile', known],
    ]);
  });
  // What it says further of a problem stands in lines that are indented.
  const texts = (await Promise.all(runs)).flatMap((output) => output.split(/\n(?!\s)/));
  const problems = texts
    .filter((text) => text !== '')
    .map((text) => ({ text, file: /^(.+?)\(\d+,\d+\): /.exec(text)?.[1] }));
  return rightOf(asked, problems);
}

/** Answers the paths in which everything keeps to the rules. */
async function checkStyle(asked) {
  if (asked.length === 0) return [];
  const config = join(import.meta.dirname, 'oxlint.config.mjs');
  const left = values.without.flatMap((folder) => ['--ignore-pattern', `${folder}/**`]);
  const args = ['--config', config, '--format', 'json', '--no-error-on-unmatched-pattern'];
  const output = await run('oxlint/bin/oxlint', [...args, ...left, ...asked]);
  return rightOf(asked, styleProblemsIn(output));
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
const right = { types, lint };
if (values.outcome) writeFileSync(values.outcome, JSON.stringify(right));
const isAllRight = ['types', 'lint'].every((kind) => right[kind].length === values[kind].length);
if (!isAllRight) process.exitCode = 1;
