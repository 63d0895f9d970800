module.exports = require('../../tools/workspace/jest-project.cjs')(__dirname);
