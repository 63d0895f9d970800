// Installs the Git hooks of this folder; `--remove` removes them.
import { execFileSync } from 'node:child_process';
import { parseArgs } from 'node:util';

const USAGE = `node tools/hooks/install.mjs [--remove]

Has Git check the format and the first line of a message at each commit.

  --remove  has Git check them no more
  --help    shows this
`;

/** Git's exit code for an unset setting. */
const WAS_NOT_SET = 5;

function setHooks(remove) {
  const setting = remove ? ['--unset', 'core.hooksPath'] : ['core.hooksPath', 'tools/hooks'];
  try {
    execFileSync('git', ['config', '--local', ...setting], {
      cwd: import.meta.dirname,
      stdio: 'inherit',
    });
  } catch (error) {
    if (!remove || error.status !== WAS_NOT_SET) throw error;
  }
  process.stdout.write(remove ? 'The hooks are removed.\n' : 'The hooks are installed.\n');
}

function optionsOf(args) {
  const options = { help: { type: 'boolean', short: 'h' }, remove: { type: 'boolean' } };
  try {
    return parseArgs({ args, options }).values;
  } catch (error) {
    process.stderr.write(`${error.message}\n\n${USAGE}`);
    return undefined;
  }
}

const options = optionsOf(process.argv.slice(2));
if (!options) process.exitCode = 2;
else if (options.help) process.stdout.write(USAGE);
else setHooks(options.remove);
