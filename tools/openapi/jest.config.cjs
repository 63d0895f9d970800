module.exports = require('../workspace/jest-project.cjs')(__dirname, {
  globalSetup: require.resolve('./test/fetch-programs.cjs'),
});
