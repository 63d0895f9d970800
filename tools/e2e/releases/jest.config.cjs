module.exports = {
  ...require('../../workspace/jest-project.cjs')(__dirname),
  testMatch: ['<rootDir>/*.test.ts'],
  testTimeout: 600_000,
};
