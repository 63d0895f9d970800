import { readConfig } from '@svc/config';
import { createInternalEnvironment } from '@svc/testing';
import { dashboardConfig } from './config';

const ENVIRONMENT = {
  DATABASE_URL: 'postgres://localhost/fsm',
  ...createInternalEnvironment('dashboard'),
};

const read = (overrides: Readonly<Record<string, string>> = {}) =>
  readConfig(dashboardConfig, { ...ENVIRONMENT, ...overrides });

it('does not need a mail server', () => {
  expect(read().SMTP_URL).toBeUndefined();
});

it.each(['smtp://mail.example:587', 'smtps://user:p%40ss@mail.example/?tls.servername=m.example'])(
  'takes %s',
  (url) => {
    expect(read({ SMTP_URL: url }).SMTP_URL).toBe(url);
  },
);

it.each(['mail.example:587', 'https://user:hush@mail.example', 'smtp://user:hush@mail example'])(
  'names SMTP_URL, and not its password, when it is %s',
  (url) => {
    expect(() => read({ SMTP_URL: url })).toThrow(/^Configuration: SMTP_URL must be (?!.*hush)/);
  },
);

it.each([
  ['the gateway, by default', {}, 'http://127.0.0.1:8080'],
  [
    "the gateway's first address",
    { GATEWAY_URL: 'http://127.0.0.1:9000,http://127.0.0.1:9001' },
    'http://127.0.0.1:9000',
  ],
  ['what is named', { PUBLIC_URL: 'https://fsm.example/' }, 'https://fsm.example'],
])('has mails lead to %s', (_what, environment, url) => {
  expect(read(environment).PUBLIC_URL).toBe(url);
});

it('names PUBLIC_URL where it is none', () => {
  expect(() => read({ PUBLIC_URL: 'fsm.example' })).toThrow(/PUBLIC_URL/);
});
