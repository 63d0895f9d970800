const { once } = require('node:events');
const { readFileSync, rmSync } = require('node:fs');
const { join } = require('node:path');
const { leaksOf } = require('./leaks.ts');

const SHOWN_LEAKS = 20;
const SHOWN_LINE = 500;

/** What the run used, from its requests and commands, and what the platform made for itself. */
const usedIn = (dir, usedFile) => [
  ...readFileSync(usedFile, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line)),
  JSON.parse(readFileSync(join(dir, 'secrets.json'), 'utf8')),
];

module.exports = async () => {
  const { launcher, dir, usedFile } = globalThis.platform;
  const ended = once(launcher, 'exit');
  launcher.kill('SIGINT');
  await ended;
  const leaks = leaksOf(dir, usedIn(dir, usedFile));
  rmSync(usedFile);
  rmSync(dir, { recursive: true, force: true });
  if (leaks.length === 0) return;
  const first = new Map(leaks.toReversed().map((leak) => [leak.text, leak]));
  const shown = [...first.values()]
    .slice(0, SHOWN_LEAKS)
    .map(({ file, line, text }) => `${file} holds ${text}:\n  ${line.slice(0, SHOWN_LINE)}`);
  throw new Error(`The logs hold ${leaks.length} personal or secret texts:\n${shown.join('\n')}`);
};
