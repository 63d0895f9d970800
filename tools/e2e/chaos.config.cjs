// The long chaos alone, without the platform that the other tests share.
module.exports = require('../workspace/jest-project.cjs')(__dirname, {
  testMatch: ['<rootDir>/events/chaos.e2e.test.ts'],
});
