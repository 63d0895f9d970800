const { spawn } = require('node:child_process');
const { once } = require('node:events');
const { mkdtempSync, readFileSync, rmSync, writeFileSync } = require('node:fs');
const { availableParallelism, tmpdir } = require('node:os');
const { join, sep } = require('node:path');

const configOf = (projectRoot) => join(projectRoot, 'jest.config.cjs');

/** Runs Jest to its end, and answers whether all went well. */
async function jest(root, args) {
  const program = require.resolve('jest/bin/jest');
  const child = spawn(process.execPath, [program, ...args], { cwd: root, stdio: 'inherit' });
  const [code] = await once(child, 'close');
  return code === 0;
}

const rootOf = (project, { projectsConfigurations }) =>
  projectsConfigurations.projects[project].root;

/** How many files of a run are tested at once: another run, which goes on beside it, has as many. */
const WORKERS = availableParallelism();

/** The tests of one project, or of the part of it whose paths fit a pattern; or what Jest is told instead. */
exports.runAlone = async ({ tests, __unparsed__: more = [] }, context) => ({
  success: await jest(context.root, [
    ...['--config', configOf(rootOf(context.projectName, context))],
    ...['--maxWorkers', String(WORKERS)],
    // Jest runs what fits any of its patterns: another one takes the place of the part's.
    ...(tests && more.length === 0 ? [tests] : more),
  ]),
});

/**
 * The tests of several projects, or parts of them, in one run: servers are started, and packages loaded,
 * once for all of them, and no processor waits for the last file of a project.
 */
exports.runTogether = async ({ tasks }, options, _overrides, context) => {
  const folder = mkdtempSync(join(tmpdir(), 'jest-run-'));
  const outputFile = join(folder, 'results.json');
  const configFile = join(folder, 'jest.config.json');
  const projects = Object.values(tasks).map(({ id, target }) => ({
    id,
    root: join(context.root, rootOf(target.project, context)),
    tests: options[id]?.tests,
  }));
  const files = [...new Set(projects.map(({ root }) => configOf(root)))];
  const config = {
    rootDir: context.root,
    projects: files,
    maxWorkers: WORKERS,
    // A worker that packages have filled with what the files before used is replaced by a new one.
    workerIdleMemoryLimit: '1GB',
    // Jest knows one for all projects of a run.
    testTimeout: Math.max(...files.map((each) => require(each).testTimeout)),
  };
  const isInParts = projects.some(({ tests }) => tests);
  writeFileSync(configFile, JSON.stringify(config));
  try {
    const isGood = await jest(context.root, [
      ...['--config', configFile],
      ...['--json', '--outputFile', outputFile],
      ...(isInParts ? projects.map(({ root, tests }) => tests ?? root + sep) : []),
    ]);
    return outcomesOf(projects, { isGood, results: JSON.parse(readFileSync(outputFile, 'utf8')) });
  } finally {
    rmSync(folder, { recursive: true });
  }
};

/** What became of each project, by its task: `{ success, terminalOutput, startTime, endTime }`. */
function outcomesOf(projects, { isGood, results }) {
  const { testResults: files, numTotalTestSuites } = results;
  const hasFailed = ({ status }) => status === 'failed';
  // A run that was broken off, or ended badly though no file failed, says nothing of any project.
  const isTelling = files.length === numTotalTestSuites && (isGood || files.some(hasFailed));
  const innermostFirst = projects.toSorted((one, other) => other.root.length - one.root.length);
  const ownerOf = ({ name }) =>
    innermostFirst.find(({ root, tests }) =>
      tests ? new RegExp(tests).test(name) : name.startsWith(root + sep),
    );
  return Object.fromEntries(
    projects.map((project) => {
      const own = files.filter((file) => ownerOf(file) === project);
      return [
        project.id,
        {
          success: isTelling && own.length > 0 && !own.some(hasFailed),
          ...(own.length > 0 && {
            startTime: Math.min(...own.map(({ startTime }) => startTime)),
            endTime: Math.max(...own.map(({ endTime }) => endTime)),
          }),
          terminalOutput: own
            .map(({ name, status, message }) => `${status} ${name}\n${message}`)
            .join(''),
        },
      ];
    }),
  );
}
