import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { toAccountName, accountsConfiguration } from './nats-users';

const FILE = join(__dirname, '../../../deploy/nats/users.conf');

const passwordVariable = (user: string): string => `NATS_${user.toUpperCase()}_PASSWORD`;

const generated = (): string =>
  [
    '# Written by `WRITE_DEPLOY=1 npx jest --config libs/local-servers/jest.config.cjs nats-users`.',
    'accounts {',
    ...accountsConfiguration({
      getCredentials: (user) => ({ user, password: `$${passwordVariable(user)}` }),
      toAccountName,
    }).map((line) => `  ${line}`),
    '}',
    '',
  ].join('\n');

it('deploy/nats/users.conf has the rights of the table in code', () => {
  if (process.env['WRITE_DEPLOY']) writeFileSync(FILE, generated());

  expect(readFileSync(FILE, 'utf8')).toBe(generated());
});
