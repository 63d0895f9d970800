module.exports = require('../../tools/workspace/jest-project.cjs')(
  __dirname,
  require('../../libs/testing/jest-servers.cjs'),
);
