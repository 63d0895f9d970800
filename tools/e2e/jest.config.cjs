module.exports = require('../workspace/jest-project.cjs')(__dirname, {
  globalSetup: require.resolve('./start-platform.cjs'),
  globalTeardown: require.resolve('./stop-platform.cjs'),
  testTimeout: 120_000,
});
