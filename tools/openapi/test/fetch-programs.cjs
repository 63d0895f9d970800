const { join } = require('node:path');
const load = require('../../../libs/testing/load-typescript.cjs');

/** Before the tests: which of them there are depends on it. */
module.exports = () => load(join(__dirname, 'find-java.ts')).fetchPrograms();
