// Runs generators like `nx generate`: `[[generator, options], …]`. A rejected one writes nothing.
const { FsTree, flushChanges } = require('nx/src/generators/tree');

async function generate(root, generator, options) {
  const tree = new FsTree(root, false);
  const afterwards = await require(`../src/${generator}/generator.cjs`)(tree, options);
  flushChanges(root, tree.listChanges());
  await afterwards?.();
}

async function main([root, runs]) {
  for (const [generator, options] of JSON.parse(runs)) {
    try {
      await generate(root, generator, options);
    } catch (error) {
      process.stderr.write(`${error.message}\n`);
      process.exitCode = 1;
    }
  }
}

main(process.argv.slice(2));
