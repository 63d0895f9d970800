const { startPlatform } = require('./run-platform.ts');
const { startMailbox } = require('./mailbox.ts');
const { throwAwayFolder } = require('../../libs/testing/src/throw-away-folder.ts');
const { findBrowser } = require('../../libs/testing/src/find-browser.ts');

const env = {
  // A delivery without a receiver fails finally after two seconds.
  WEBHOOK_RETRY_GAPS: '1s,1s',
  // Tests act faster than people, and share one address.
  DASHBOARD_REQUESTS_PER_SESSION: '100000',
  DASHBOARD_REQUESTS_PER_ADDRESS: '100000',
};

const GUARD = require.resolve('../../libs/testing/guard.cjs');

module.exports = async () => {
  const folder = await throwAwayFolder(GUARD);
  globalThis.throwAwayFolder = folder;
  // Also used by platforms and browsers that tests start.
  process.env.TMPDIR = folder.path;
  const [platform, browser] = await Promise.all([startPlatform({ env }), findBrowser()]);
  globalThis.platform = platform;
  Object.assign(process.env, platform.environment, { E2E_BROWSER: JSON.stringify(browser) });
  globalThis.mailbox = await startMailbox();
};
