const servers = require('../../libs/testing/jest-servers.cjs');

module.exports = require('../../tools/workspace/jest-project.cjs')(__dirname, {
  ...servers,
  // Two of its tests, of slow receivers and of a hundred requests at once, fail on shared globals.
  testEnvironment: 'node',
  runtime: require.resolve('jest-runtime'),
});
