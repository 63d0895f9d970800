// Runs generators in a workspace, as `nx generate` does, one after the other: `[[generator, options], …]`.
const { FsTree, flushChanges } = require('nx/src/generators/tree');

async function main([root, runs]) {
  for (const [generator, options] of JSON.parse(runs)) {
    const tree = new FsTree(root, false);
    const afterwards = await require(`../src/${generator}/generator.cjs`)(tree, options);
    flushChanges(root, tree.listChanges());
    await afterwards?.();
  }
}

main(process.argv.slice(2)).catch((error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
