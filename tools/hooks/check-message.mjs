// Rejects a commit message whose first line is not `kind(project): what is true now`.
import { readFileSync } from 'node:fs';

const KINDS = [
  ...['feat', 'fix', 'perf', 'refactor', 'test'],
  ...['docs', 'build', 'chore', 'style', 'merge'],
];
const LONGEST = 140;
const FORM = new RegExp(`^(${KINDS.join('|')})(\\([a-z0-9,-]+\\))?: \\S.*[^.]$`);
/** Git writes these, or a rebase removes them. */
const GIT_MESSAGE = /^(Merge |Revert |fixup! |squash! |amend! )/;

const lines = readFileSync(process.argv[2], 'utf8').split('\n');
const [first = ''] = lines.filter((line) => !line.startsWith('#'));
if (!GIT_MESSAGE.test(first) && (!FORM.test(first) || first.length > LONGEST)) {
  process.stderr.write(
    [
      `The first line is ${JSON.stringify(first)}.`,
      `It should be: kind(project): what is true now, without a full stop, up to ${LONGEST} characters.`,
      `Kinds: ${KINDS.join(', ')}. git commit --no-verify passes this by.`,
      '',
    ].join('\n'),
  );
  process.exitCode = 1;
}
