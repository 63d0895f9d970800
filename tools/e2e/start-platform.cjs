// Starts the platform as a newcomer would, with the demo company, on throw-away data and free ports.
const { spawn } = require('node:child_process');
const { mkdtempSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');

const READY = /curl /;
const LONGEST_MS = 150_000;

module.exports = async () => {
  const dir = mkdtempSync(join(tmpdir(), 'fsm-e2e-'));
  const launcher = spawn(
    process.execPath,
    ['tools/run.mjs', 'start', '--data', dir, '--port', '0'],
    { cwd: join(__dirname, '../..'), stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let printed = '';
  await new Promise((resolve, reject) => {
    const fail = (why) => reject(new Error(`npm start ${why}:\n${printed}`));
    const timer = setTimeout(() => {
      launcher.kill('SIGTERM');
      fail(`was not ready within ${LONGEST_MS / 1000} s`);
    }, LONGEST_MS);
    const note = (chunk) => {
      printed += chunk;
      if (!READY.test(printed)) return;
      clearTimeout(timer);
      resolve();
    };
    launcher.stdout.on('data', note);
    launcher.stderr.on('data', note);
    launcher.once('exit', (code) => {
      clearTimeout(timer);
      fail(`ended with ${code}`);
    });
  });
  globalThis.platform = { launcher, dir };
  process.env.E2E_DATA_DIR = dir;
  process.env.E2E_PRINTED = printed;
};
