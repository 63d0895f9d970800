// Ends a run's servers when the pipe closes: at teardown, Ctrl-C, or when the run is killed.
const { readFileSync, readdirSync, rmSync } = require('node:fs');
const { join } = require('node:path');
const { setTimeout: pause } = require('node:timers/promises');

const [folder] = process.argv.slice(2);
const MAX_WAIT_MS = 10_000;

function kill(pid, signal) {
  try {
    process.kill(pid, signal);
    return true;
  } catch {
    return false;
  }
}

async function end(pidFile, signal) {
  let pid;
  try {
    pid = Number.parseInt(readFileSync(join(folder, pidFile), 'utf8'), 10);
  } catch {
    return;
  }
  const deadline = Date.now() + MAX_WAIT_MS;
  kill(pid, signal);
  while (kill(pid, 0) && Date.now() < deadline) await pause(10);
}

process.stdin.resume().on('end', async () => {
  // Data is thrown away, so both are killed at once.
  await Promise.all([
    end('postgres/data/postmaster.pid', 'SIGQUIT'),
    end('nats/nats.pid', 'SIGKILL'),
    ...readdirSync(folder)
      .filter((name) => name.startsWith('store-'))
      .map((name) => end(`${name}/store.pid`, 'SIGKILL')),
  ]);
  rmSync(folder, { recursive: true, force: true, maxRetries: 20 });
});
