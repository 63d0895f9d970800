// Has Git run the hooks of this folder from now on; `--remove` takes that back. Nothing installs them
// by itself, and `git commit --no-verify` passes them by.
import { execFileSync } from 'node:child_process';

const remove = process.argv.includes('--remove');
const setting = remove ? ['--unset', 'core.hooksPath'] : ['core.hooksPath', 'tools/hooks'];

execFileSync('git', ['config', '--local', ...setting], {
  cwd: import.meta.dirname,
  stdio: 'inherit',
});
process.stdout.write(remove ? 'The hooks are removed.\n' : 'The hooks are installed.\n');
