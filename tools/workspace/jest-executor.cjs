const { spawn } = require('node:child_process');
const { once } = require('node:events');
const { mkdtempSync, readFileSync, rmSync, writeFileSync } = require('node:fs');
const { availableParallelism, tmpdir } = require('node:os');
const { join, sep } = require('node:path');

const configOf = (projectRoot) => join(projectRoot, 'jest.config.cjs');

async function jest(root, args) {
  const program = require.resolve('jest/bin/jest');
  const child = spawn(process.execPath, [program, ...args], { cwd: root, stdio: 'inherit' });
  const [code] = await once(child, 'close');
  return code === 0;
}

const rootOf = (project, { projectsConfigurations }) =>
  projectsConfigurations.projects[project].root;

const WORKERS = availableParallelism();
/** End-to-end tests wait for platforms that start and for what follows by itself. */
const END_TO_END_WORKERS = WORKERS + 1;

exports.runAlone = async ({ tests, __unparsed__: more = [] }, context) => ({
  success: await jest(context.root, [
    ...['--config', configOf(rootOf(context.projectName, context))],
    ...['--maxWorkers', String(WORKERS)],
    // A pattern replaces the part's own, as Jest runs files that match any.
    ...(tests && more.length === 0 ? [tests] : more),
  ]),
});

/** One run starts servers and loads packages once, and leaves no processor idle. */
exports.runTogether = async ({ tasks }, options, _overrides, context) => {
  const folder = mkdtempSync(join(tmpdir(), 'jest-run-'));
  const outputFile = join(folder, 'results.json');
  const configFile = join(folder, 'jest.config.json');
  const projects = Object.values(tasks).map(({ id, target }) => ({
    id,
    root: join(context.root, rootOf(target.project, context)),
    tests: options[id]?.tests,
  }));
  const isInParts = projects.some(({ tests }) => tests);
  const files = [...new Set(projects.map(({ root }) => configOf(root)))];
  const config = {
    rootDir: context.root,
    projects: files,
    maxWorkers: isInParts ? END_TO_END_WORKERS : WORKERS,
    // Replaces a worker that has grown too large.
    workerIdleMemoryLimit: '1GB',
    // Jest has one timeout for all projects.
    testTimeout: Math.max(...files.map((each) => require(each).testTimeout)),
  };
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

/** Results by task: `{ success, terminalOutput, startTime, endTime }`. */
function outcomesOf(projects, { isGood, results }) {
  const { testResults: files, numTotalTestSuites } = results;
  const hasFailed = ({ status }) => status === 'failed';
  // An aborted run says nothing about any project.
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
