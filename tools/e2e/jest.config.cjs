module.exports = require('../workspace/jest-project.cjs')(__dirname, {
  testMatch: ['<rootDir>/{browser,events,test}/**/*.test.ts'],
  globalSetup: require.resolve('./start-platform.cjs'),
  globalTeardown: require.resolve('./stop-platform.cjs'),
  testTimeout: 120_000,
});
