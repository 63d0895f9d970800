// Downloads the servers that tests need, unless installed.
const { join } = require('node:path');
const load = require('./load-typescript.cjs');

const { findNatsServer } = load(join(__dirname, '../local-servers/src/find-nats-server.ts'));

findNatsServer({
  cache: join(__dirname, '../../.data/bin'),
  env: process.env,
  report: (line) => process.stderr.write(`${line}\n`),
}).catch(({ message }) => {
  process.stderr.write(`${message}\n`);
  process.exitCode = 1;
});
