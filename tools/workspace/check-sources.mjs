// Types and lint in the same programs, so that a library is read and checked once for both, and for all
// that use it: `check-sources.mjs [--project tsconfig.json]… [file or folder to lint]…`, all when none is named.
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ESLint } from 'eslint';
import ts from 'typescript';
import config from './eslint.config.mjs';

const here = import.meta.dirname;
const root = join(here, '../..');
const LINTED = ['deploy', 'gateway', 'libs', 'services', 'tools'];
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

function programOf(file) {
  const { config: json, error } = ts.readConfigFile(file, ts.sys.readFile);
  const parsed = ts.parseJsonConfigFileContent(json ?? {}, ts.sys, dirname(file), undefined, file);
  const { options, fileNames: rootNames } = parsed;
  const problems = [...(error ? [error] : []), ...parsed.errors];
  return { program: ts.createProgram({ rootNames, options, host: hostOf(options) }), problems };
}

/** What is wrong with a program as a whole, and with its own files: what it imports is another's. */
function problemsIn({ program, problems }) {
  const own = program.getRootFileNames().map((name) => program.getSourceFile(name));
  return [
    ...problems,
    ...program.getConfigFileParsingDiagnostics(),
    ...program.getOptionsDiagnostics(),
    ...program.getGlobalDiagnostics(),
    ...own.flatMap((file) => program.getSyntacticDiagnostics(file)),
    ...own.flatMap((file) => program.getSemanticDiagnostics(file)),
  ];
}

function checkTypes(programs) {
  const problems = ts.sortAndDeduplicateDiagnostics(programs.flatMap(problemsIn));
  const print = {
    getCurrentDirectory: () => root,
    getCanonicalFileName: (name) => name,
    getNewLine: () => '\n',
  };
  process.stdout.write(ts.formatDiagnosticsWithColorAndContext(problems, print));
  return problems.length === 0;
}

async function checkStyle(programs, paths) {
  const eslint = new ESLint({
    cwd: root,
    overrideConfigFile: true,
    overrideConfig: config.map((part) =>
      part.languageOptions?.parserOptions?.projectService
        ? { ...part, languageOptions: { parserOptions: { programs } } }
        : part,
    ),
  });
  const results = await eslint.lintFiles(paths);
  const { format } = await eslint.loadFormatter('stylish');
  process.stdout.write(await format(results));
  return results.every(({ errorCount, warningCount }) => errorCount + warningCount === 0);
}

const { values, positionals } = parseArgs({
  options: { project: { type: 'string', multiple: true, default: PROJECTS } },
  allowPositionals: true,
});
const programs = values.project.map((name) => programOf(resolve(root, name)));
const areTypesRight = checkTypes(programs);
const isStyleKept = await checkStyle(
  programs.map(({ program }) => program),
  positionals.length > 0 ? positionals : LINTED,
);
if (!areTypesRight || !isStyleKept) process.exitCode = 1;
