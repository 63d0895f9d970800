const shared = require('./jest.config.cjs');

module.exports = { ...shared, testMatch: ['<rootDir>/screenshots/*.test.ts'] };
