const { buildSync } = require('esbuild');
const Module = require('node:module');
const { join } = require('node:path');

/** Loads a TypeScript file: Jest does not resolve `@svc/*` in global setups. */
module.exports = function load(filename) {
  const { outputFiles } = buildSync({
    entryPoints: [filename],
    tsconfig: join(__dirname, '../../tsconfig.base.json'),
    bundle: true,
    write: false,
    platform: 'node',
    format: 'cjs',
    packages: 'external',
  });
  const compiled = new Module(filename, module);
  compiled.filename = filename;
  compiled.paths = module.paths;
  compiled._compile(outputFiles[0].text, filename);
  return compiled.exports;
};
