const { join } = require('node:path');
const load = require('../../../libs/testing/load-typescript.cjs');

/** The set of tests depends on the programs found. */
module.exports = () => load(join(__dirname, 'find-java.ts')).fetchPrograms();
