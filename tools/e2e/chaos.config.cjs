module.exports = require('../workspace/jest-project.cjs')(__dirname, {
  testMatch: ['<rootDir>/events/chaos.e2e.test.ts'],
});
