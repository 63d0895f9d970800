import { execFileSync, spawnSync } from 'node:child_process';
import { type } from './terminal';

const scriptOf = async (shell: string): Promise<string> => {
  const { code, stdout, stderr } = await type(['completion', shell]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return stdout;
};

/** The words that bash offers at the end of a line. */
async function offered(line: string): Promise<string[]> {
  const words = line.split(' ');
  const script = `${await scriptOf('bash')}
    COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')})
    COMP_CWORD=${words.length - 1}
    _fsm
    printf '%s\\n' "\${COMPREPLY[@]}"`;
  return execFileSync('bash', ['--norc', '-c', script], { encoding: 'utf8', cwd: __dirname })
    .split('\n')
    .filter(Boolean);
}

it('offers the commands, from the program itself', async () => {
  const commands = await offered('fsm ');

  expect(commands).toEqual(
    expect.arrayContaining(['apply', 'company', 'key', 'webhook', 'migrate', 'completion']),
  );
  const { stdout } = await type(['--help']);
  for (const [, name] of stdout.matchAll(/^ {2}([a-z]+) /gm)) {
    if (name !== 'help') expect(commands).toContain(name);
  }
});

it.each([
  ['fsm k', ['key']],
  ['fsm key ', ['create', 'list', 'update', 'revoke']],
  ['fsm key create --mo', ['--mode']],
  ['fsm key create --mode ', ['live', 'test']],
  ['fsm key update 7 --allow-', ['--allow-ip', '--allow-any-ip']],
  ['fsm --output j', ['json']],
  ['fsm --data key we', ['webhook']],
  ['fsm key list --ou', ['--output']],
  ['fsm completion f', ['fish']],
  ['fsm migrate inv', ['inventory']],
  ['fsm apply -f completion.t', ['completion.test.ts']],
  ['fsm key create --name ', []],
])('offers after "%s" %j', async (line, words) => {
  expect(
    (await offered(line)).filter((word) => !word.startsWith('-') || line.includes(' -')),
  ).toEqual(words);
});

it('defines fsm where there is none, for the repository whatever the folder', async () => {
  expect(await scriptOf('bash')).toContain(
    `fsm() { npm --prefix '/repository' run --silent fsm -- "$@"; }`,
  );
});

it.each(['zsh', 'fish'])('has every command and option for %s', async (shell) => {
  const script = await scriptOf(shell);

  for (const word of ['key create', 'webhook deliveries', 'allow-any-ip', 'dry-run', 'live test']) {
    expect(script).toContain(word);
  }
});

/** A shell that is not installed cannot read its script. */
it.each([
  ['bash', ['-n']],
  ['zsh', ['-n']],
  ['fish', ['--no-execute']],
])('is understood by %s where it is installed', async (shell, args) => {
  const { error, status, stderr } = spawnSync(shell, args, {
    input: await scriptOf(shell),
    encoding: 'utf8',
  });

  expect({ status: error ? 0 : status, stderr: stderr ?? '' }).toEqual({ status: 0, stderr: '' });
});

it('refuses another shell', async () => {
  expect(await type(['completion', 'csh'])).toMatchObject({ code: 1, stdout: '' });
});
