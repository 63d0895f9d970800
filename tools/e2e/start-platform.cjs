// The platform that all end-to-end tests of a run share.
const { startPlatform } = require('./run-platform.ts');

module.exports = async () => {
  globalThis.platform = await startPlatform();
  Object.assign(process.env, globalThis.platform.environment);
};
