// Starts the platform as a newcomer would, with the demo company, on throw-away data and free ports.
const { execFileSync, spawn } = require('node:child_process');
const { mkdtempSync, writeFileSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');

const READY = /curl /;
const LONGEST_MS = 150_000;

/** A certificate for a receiver of webhooks on this machine, and the authority that signed it. */
function certify(dir) {
  const openssl = (line) =>
    execFileSync('openssl', line.split(' '), { cwd: dir, stdio: ['ignore', 'ignore', 'pipe'] });
  const newKey = '-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes';
  openssl(`req -x509 ${newKey} -keyout ca.key -out ca.pem -days 2 -subj /CN=Test`);
  openssl(`req ${newKey} -keyout receiver.key -out receiver.csr -subj /CN=receiver`);
  writeFileSync(join(dir, 'receiver.ext'), 'subjectAltName=IP:127.0.0.1\n');
  openssl(
    'x509 -req -in receiver.csr -CA ca.pem -CAkey ca.key -CAcreateserial -out receiver.pem -days 2 -extfile receiver.ext',
  );
}

module.exports = async () => {
  const dir = mkdtempSync(join(tmpdir(), 'fsm-e2e-'));
  certify(dir);
  const launcher = spawn(
    process.execPath,
    ['tools/run.mjs', 'start', '--data', dir, '--port', '0'],
    {
      cwd: join(__dirname, '../..'),
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        NODE_EXTRA_CA_CERTS: join(dir, 'ca.pem'),
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
  globalThis.platform = { launcher, dir };
  process.env.E2E_DATA_DIR = dir;
  process.env.E2E_PRINTED = printed;
};
