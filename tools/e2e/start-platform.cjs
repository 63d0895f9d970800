// Starts the platform as a newcomer would, with the demo company, on throw-away data and free ports.
const { spawn } = require('node:child_process');
const { mkdtempSync, readFileSync, writeFileSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');
const { parse } = require('yaml');
const { freePort } = require('../../libs/local-servers/src/ports.ts');
const { certifyReceiver } = require('../../libs/testing/src/certify-receiver.ts');

const READY = /curl /;
const LONGEST_MS = 150_000;

module.exports = async () => {
  const dir = mkdtempSync(join(tmpdir(), 'fsm-e2e-'));
  // What no log may repeat: the demo company, and what the tests add.
  const usedFile = `${dir}-used.jsonl`;
  const demo = parse(readFileSync(join(__dirname, '../../deploy/demo/company.yaml'), 'utf8'));
  writeFileSync(usedFile, `${JSON.stringify(demo)}\n`, { mode: 0o600 });
  await certifyReceiver(dir);
  // Nothing listens there until a test starts a mail server.
  const mailPort = await freePort();
  const launcher = spawn(
    process.execPath,
    ['tools/run.mjs', 'start', '--data', dir, '--port', '0'],
    {
      cwd: join(__dirname, '../..'),
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        NODE_EXTRA_CA_CERTS: join(dir, 'ca.pem'),
        SMTP_URL: `smtp://127.0.0.1:${mailPort}`,
        WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
        WEBHOOK_RETRY_GAPS: '1s,1s,1s,1s,1s,1s,1s',
      },
    },
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
  globalThis.platform = { launcher, dir, usedFile };
  process.env.E2E_USED_FILE = usedFile;
  process.env.E2E_DATA_DIR = dir;
  process.env.E2E_MAIL_PORT = String(mailPort);
  process.env.E2E_PRINTED = printed;
};
