const { buildSync } = require('esbuild');
const Module = require('node:module');
const { join } = require('node:path');

// Jest compiles what a global setup requires, but does not resolve `@svc/*` in it.
function load(source) {
  const filename = join(__dirname, source);
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
}

module.exports = async () => {
  const { startProjectServers } = load('src/project-servers.ts');
  globalThis.projectServers = await startProjectServers({
    guard: join(__dirname, 'guard.cjs'),
    natsCache: join(__dirname, '../../.data/bin'),
  });
};
