import { configFrom } from '../src/config';

const KEY = 'svc_live_secret';

it('takes a key for standard input and output', () => {
  expect(configFrom({ FSM_API_KEY: KEY })).toEqual({
    baseUrl: 'http://127.0.0.1:8080',
    apiKey: KEY,
    port: undefined,
  });
});

it('takes a port for HTTP, where requests bring the key', () => {
  expect(configFrom({ MCP_PORT: '8090', FSM_URL: 'https://api.example.com' })).toMatchObject({
    baseUrl: 'https://api.example.com',
    apiKey: undefined,
    port: 8090,
  });
});

it.each([
  ['no key', {}, 'FSM_API_KEY'],
  ['a key beside a port', { FSM_API_KEY: KEY, MCP_PORT: '8090' }, 'FSM_API_KEY'],
  ['no address', { FSM_API_KEY: KEY, FSM_URL: 'example' }, 'FSM_URL'],
])('refuses %s, and never shows the key', (_, env, variable) => {
  const read = () => configFrom(env);
  expect(read).toThrow(variable);
  expect(read).not.toThrow(KEY);
});
