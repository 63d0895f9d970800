const { execFileSync } = require('node:child_process');
const { join } = require('node:path');

/** Answers a function that formats the changed files once they are written. */
exports.formatsChanges = (tree) => {
  const paths = tree
    .listChanges()
    .filter(({ type }) => type !== 'DELETE')
    .map(({ path }) => path);
  const program = join(tree.root, 'node_modules/.bin/oxfmt');
  // Some of them may be of no kind that has a format.
  const args = ['--no-error-on-unmatched-pattern', ...paths];
  return () => execFileSync(process.execPath, [program, ...args], { cwd: tree.root });
};
