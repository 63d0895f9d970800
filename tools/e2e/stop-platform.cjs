const { once } = require('node:events');
const { rmSync } = require('node:fs');

module.exports = async () => {
  const { launcher, dir } = globalThis.platform;
  const ended = once(launcher, 'exit');
  launcher.kill('SIGINT');
  await ended;
  rmSync(dir, { recursive: true, force: true });
};
