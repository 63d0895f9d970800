module.exports = require('../../workspace/jest-project.cjs')(__dirname, {
  testMatch: ['<rootDir>/**/*.browser.test.ts'],
  globalSetup: require.resolve('./start.cjs'),
  globalTeardown: require.resolve('../stop-platform.cjs'),
  testTimeout: 120_000,
});
