const { join } = require('node:path');
const load = require('./load-typescript.cjs');

module.exports = async () => {
  const { startProjectServers } = load(join(__dirname, 'src/project-servers.ts'));
  globalThis.projectServers = await startProjectServers({
    guard: join(__dirname, 'guard.cjs'),
    natsCache: join(__dirname, '../../.data/bin'),
  });
};
