const servers = require('../testing/jest-servers.cjs');

module.exports = require('../../tools/workspace/jest-project.cjs')(__dirname, {
  ...servers,
  // Servers and processes that are ended and started take their time on a busy machine.
  testTimeout: 60_000,
});
