const { spawn } = require('node:child_process');
const { once } = require('node:events');
const { existsSync, mkdtempSync, readFileSync, rmSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');

const PROGRAM = join(__dirname, 'check-sources.mjs');
/** A nested project is checked by itself. */
const withinAnother = (root, roots) => roots.filter((other) => other.startsWith(`${root}/`));

/** Returns the correct paths as `{ types, lint }`. */
async function check({ types, lint }, { root, projectsConfigurations }) {
  const folder = mkdtempSync(join(tmpdir(), 'check-run-'));
  const outcome = join(folder, 'outcome.json');
  const paths = [...types, ...lint];
  const roots = Object.values(projectsConfigurations.projects).map((project) => project.root);
  const without = paths
    .flatMap((path) => withinAnother(path, roots))
    .filter((nested) => !paths.includes(nested));
  const args = [
    ...types.flatMap((path) => ['--types', path]),
    ...lint.flatMap((path) => ['--lint', path]),
    ...without.flatMap((path) => ['--without', path]),
    ...['--outcome', outcome],
  ];
  try {
    const child = spawn(process.execPath, [PROGRAM, ...args], {
      cwd: root,
      stdio: 'inherit',
    });
    await once(child, 'close');
    return existsSync(outcome)
      ? JSON.parse(readFileSync(outcome, 'utf8'))
      : { types: [], lint: [] };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const pathsOf = ({ also = [] }, project, { projectsConfigurations }) => [
  projectsConfigurations.projects[project].root,
  ...also,
];

exports.runAlone = async (options, context) => {
  const paths = pathsOf(options, context.projectName, context);
  const correct = await check({ types: [], lint: [], [options.check]: paths }, context);
  return { success: paths.every((path) => correct[options.check].includes(path)) };
};

/** One run for several projects, so that shared code is checked once. */
exports.runTogether = async ({ tasks }, options, _overrides, context) => {
  const all = Object.values(tasks).map(({ id, target }) => ({
    id,
    kind: options[id].check,
    paths: pathsOf(options[id], target.project, context),
  }));
  const pathsOfKind = (wanted) => all.flatMap(({ kind, paths }) => (kind === wanted ? paths : []));
  const correct = await check({ types: pathsOfKind('types'), lint: pathsOfKind('lint') }, context);
  return Object.fromEntries(
    all.map(({ id, kind, paths }) => [
      id,
      { success: paths.every((path) => correct[kind].includes(path)), terminalOutput: '' },
    ]),
  );
};
