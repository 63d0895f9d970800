import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { provisionScript } from './provision';

const FILE = join(__dirname, '../../../deploy/postgres/provision.sql');

const generated = (): string =>
  [
    '-- Written by `WRITE_DEPLOY=1 npx jest --config libs/local-servers/jest.config.cjs provision.test`.',
    provisionScript('fsm'),
  ].join('\n');

it('deploy/postgres/provision.sql makes the roles and schemas that code makes', () => {
  if (process.env['WRITE_DEPLOY']) writeFileSync(FILE, generated());

  expect(readFileSync(FILE, 'utf8')).toBe(generated());
});
