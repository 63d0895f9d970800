const { availableParallelism } = require('node:os');

module.exports = require('../workspace/jest-project.cjs')(__dirname, {
  testMatch: ['<rootDir>/{browser,events,test}/**/*.test.ts'],
  globalSetup: require.resolve('./start-platform.cjs'),
  globalTeardown: require.resolve('./stop-platform.cjs'),
  // While one file waits for what it has killed, or for a page, another one has the processor.
  maxWorkers: Math.ceil(1.5 * availableParallelism()),
  testTimeout: 120_000,
});
