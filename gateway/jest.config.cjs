const project = require('../tools/workspace/jest-project.cjs');
const servers = require('../libs/testing/jest-servers.cjs');

module.exports = {
  ...project(__dirname, servers),
  // On a busy machine something of these tests, not yet found, outlived them once, and Jest waited for ever.
  forceExit: true,
};
