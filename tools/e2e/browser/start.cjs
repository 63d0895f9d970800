// The platform and the browser that all tests of a run share.
const { startPlatform } = require('../run-platform.ts');
const { findBrowser } = require('../../../libs/testing/src/find-browser.ts');

module.exports = async () => {
  // A delivery that nobody takes has failed for good after one more attempt.
  const env = { WEBHOOK_RETRY_GAPS: '1s' };
  const [platform, browser] = await Promise.all([startPlatform({ env }), findBrowser()]);
  globalThis.platform = platform;
  Object.assign(process.env, platform.environment, { E2E_BROWSER: JSON.stringify(browser) });
};
