// The platform and the browser that all tests of a run share.
const { startPlatform } = require('../run-platform.ts');
const { findBrowser } = require('../../../libs/testing/src/find-browser.ts');

module.exports = async () => {
  const env = {
    // A delivery that nobody takes has failed for good after one more attempt.
    WEBHOOK_RETRY_GAPS: '1s',
    // The tests of one person are quicker than any person, and all have one address.
    DASHBOARD_REQUESTS_PER_SESSION: '100000',
    DASHBOARD_REQUESTS_PER_ADDRESS: '100000',
  };
  const [platform, browser] = await Promise.all([startPlatform({ env }), findBrowser()]);
  globalThis.platform = platform;
  Object.assign(process.env, platform.environment, { E2E_BROWSER: JSON.stringify(browser) });
};
