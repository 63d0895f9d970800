// The platform and the browser that all tests of a run share.
const { startPlatform } = require('../run-platform.ts');
const { findBrowser } = require('../../../libs/testing/src/find-browser.ts');

module.exports = async () => {
  const [platform, browser] = await Promise.all([startPlatform(), findBrowser()]);
  globalThis.platform = platform;
  Object.assign(process.env, platform.environment, { E2E_BROWSER: JSON.stringify(browser) });
};
