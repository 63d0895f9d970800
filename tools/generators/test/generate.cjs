// Runs the generator of endpoints in a workspace, as `nx generate` does, once for each of the options.
const { FsTree, flushChanges } = require('nx/src/generators/tree');
const endpoint = require('../src/endpoint/generator.cjs');

async function main([root, options]) {
  for (const each of JSON.parse(options)) {
    const tree = new FsTree(root, false);
    await endpoint(tree, each);
    flushChanges(root, tree.listChanges());
  }
}

main(process.argv.slice(2)).catch((error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
