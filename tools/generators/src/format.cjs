const { execFileSync } = require('node:child_process');
const { join } = require('node:path');

/** Returns a function that formats the changed files after writing. */
exports.formatsChanges = (tree) => {
  const paths = tree
    .listChanges()
    .filter(({ type }) => type !== 'DELETE')
    .map(({ path }) => path);
  const program = join(tree.root, 'node_modules/.bin/oxfmt');
  const args = ['--no-error-on-unmatched-pattern', ...paths];
  return () => execFileSync(process.execPath, [program, ...args], { cwd: tree.root });
};
