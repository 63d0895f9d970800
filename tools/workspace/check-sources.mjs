// Types and lint in the same programs, so that a library is read and checked once for both, and for all that
// use it: `check-sources.mjs [--types FOLDER]… [--lint PATH]… [--without FOLDER]… [--project tsconfig.json]…`.
// With `--outcome FILE` it writes there what it found to be right: `{ types: [FOLDER…], lint: [PATH…] }`.
import { writeFileSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import { parseArgs } from 'node:util';
import { ESLint } from 'eslint';
import ts from 'typescript';
import config from './eslint.config.mjs';

const here = import.meta.dirname;
const root = join(here, '../..');
// Nx's rule reads the graph of projects anew for each file where ESLint is not what was called: a third
// of the time that all rules take.
process.argv[1] = join(root, 'node_modules/.bin/eslint');
const PROJECTS = [
  'tools/workspace/tsconfig.json',
  'tools/workspace/tsconfig.browser.json',
  'services/dashboard/web/tsconfig.json',
];

/** Files as they were read for one program serve the next, where it reads them in the same way. */
const documents = new Map();

function hostOf(options) {
  const host = ts.createCompilerHost(options);
  const read = host.getSourceFile;
  const kind = JSON.stringify([options.jsx, options.target, options.module]);
  host.getSourceFile = (name, ...rest) => {
    const key = `${kind} ${name}`;
    if (!documents.has(key)) documents.set(key, read.call(host, name, ...rest));
    return documents.get(key);
  };
  return host;
}

/** A program of what is asked for of a TypeScript project, with all that it imports; undefined where nothing is. */
function programOf(file) {
  const { config: json, error } = ts.readConfigFile(file, ts.sys.readFile);
  const parsed = ts.parseJsonConfigFileContent(json ?? {}, ts.sys, dirname(file), undefined, file);
  const { options, fileNames } = parsed;
  const rootNames = fileNames.filter((name) =>
    [...values.types, ...values.lint].some(within(name)),
  );
  if (rootNames.length === 0) return undefined;
  const problems = [...(error ? [error] : []), ...parsed.errors];
  return { program: ts.createProgram({ rootNames, options, host: hostOf(options) }), problems };
}

/** Whether a file is in a folder, or is that file, and in none that is left out. */
const within = (name) => (path) => {
  const isIn = (folder) =>
    name === resolve(root, folder) || name.startsWith(resolve(root, folder) + sep);
  return isIn(path) && !values.without.some(isIn);
};

/** What is wrong with a program as a whole, and with its own files: what it imports is another's. */
function problemsIn({ program, problems }) {
  const own = program
    .getRootFileNames()
    .filter((name) => values.types.some(within(name)))
    .map((name) => program.getSourceFile(name));
  return [
    ...problems,
    ...program.getConfigFileParsingDiagnostics(),
    ...program.getOptionsDiagnostics(),
    ...program.getGlobalDiagnostics(),
    ...own.flatMap((file) => program.getSyntacticDiagnostics(file)),
    ...own.flatMap((file) => program.getSemanticDiagnostics(file)),
  ];
}

/** Answers the folders whose types are right. */
function checkTypes(programs) {
  if (values.types.length === 0) return [];
  const problems = ts.sortAndDeduplicateDiagnostics(programs.flatMap(problemsIn));
  const print = {
    getCurrentDirectory: () => root,
    getCanonicalFileName: (name) => name,
    getNewLine: () => '\n',
  };
  process.stdout.write(ts.formatDiagnosticsWithColorAndContext(problems, print));
  const places = problems.map(({ file }) => file?.fileName);
  // What is wrong with no file of theirs is wrong with all.
  const isOfAll = (place) => !place || !values.types.some(within(place));
  if (places.some(isOfAll)) return [];
  return values.types.filter((folder) => !places.some((place) => within(place)(folder)));
}

/** Answers the paths in which everything keeps to the rules. */
async function checkStyle(programs) {
  if (values.lint.length === 0) return [];
  const eslint = new ESLint({
    cwd: root,
    overrideConfigFile: true,
    overrideConfig: [
      ...config.map((part) =>
        part.languageOptions?.parserOptions?.projectService
          ? { ...part, languageOptions: { parserOptions: { programs } } }
          : part,
      ),
      // An object without others is for all of them; ESLint wants no empty list.
      ...(values.without.length > 0
        ? [{ ignores: values.without.map((folder) => `${folder}/**`) }]
        : []),
    ],
  });
  const results = await eslint.lintFiles(values.lint);
  const { format } = await eslint.loadFormatter('stylish');
  process.stdout.write(await format(results));
  const bad = results.filter(({ errorCount, warningCount }) => errorCount + warningCount > 0);
  return values.lint.filter((path) => !bad.some(({ filePath }) => within(filePath)(path)));
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
const programs = values.project.map((name) => programOf(resolve(root, name))).filter(Boolean);
const right = {
  types: checkTypes(programs),
  lint: await checkStyle(programs.map(({ program }) => program)),
};
if (values.outcome) writeFileSync(values.outcome, JSON.stringify(right));
const isAllRight = ['types', 'lint'].every((kind) => right[kind].length === values[kind].length);
if (!isAllRight) process.exitCode = 1;
