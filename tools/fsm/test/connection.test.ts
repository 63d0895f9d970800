import { findConnection } from '../src/admin/connection';
import { temporaryFolder } from './terminal';

const folder = temporaryFolder();
afterAll(() => folder.remove());

const data = folder.path;
const env = { FSM_ADMIN_URL: 'http://127.0.0.1:2000', FSM_ADMIN_TOKEN: 'from the environment' };

it('takes the options before the environment', () => {
  const options = { admin: 'http://127.0.0.1:1000/', token: 'from the options', data };

  expect(findConnection(options, env)).toEqual({
    url: 'http://127.0.0.1:1000',
    token: 'from the options',
  });
});

it('takes the environment before the running system', () => {
  expect(findConnection({ data }, env)).toEqual({
    url: 'http://127.0.0.1:2000',
    token: 'from the environment',
  });
});

it('says what is missing when nothing runs', () => {
  expect(() => findConnection({ data }, {})).toThrow('run.json does not exist');
});

it('asks the system that runs on the data folder', () => {
  folder.write('run.json', { admin: 'http://127.0.0.1:3000', admin_token: 'from run.json' });

  expect(findConnection({ data }, {})).toEqual({
    url: 'http://127.0.0.1:3000',
    token: 'from run.json',
  });
});

it('keeps the token of the running system from other addresses', () => {
  folder.write('run.json', { admin: 'http://127.0.0.1:3000', admin_token: 'from run.json' });

  expect(() => findConnection({ admin: 'http://example.com', data }, {})).toThrow(
    '--token (or FSM_ADMIN_TOKEN) is missing.',
  );
});

it.each(['localhost', 'ftp://127.0.0.1', ''])('refuses the address "%s"', (admin) => {
  expect(() => findConnection({ admin: admin || 'x', token: 't', data }, {})).toThrow('--admin');
});

it('refuses a run.json that is none', () => {
  folder.write('run.json', '{');

  expect(() => findConnection({ data }, {})).toThrow('run.json is not valid JSON');
});
