import { readConfig } from '@svc/config';
import { createInternalEnvironment } from '@svc/testing';
import { webhooksConfig } from './config';

const ENVIRONMENT = {
  DATABASE_URL: 'postgres://localhost/fsm',
  ...createInternalEnvironment('webhooks'),
  ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
};

const read = (overrides: Readonly<Record<string, string>> = {}) =>
  readConfig(webhooksConfig, { ...ENVIRONMENT, ...overrides });

it('has the standard gaps and exempts no network by default', () => {
  expect(read()).toMatchObject({
    ENCRYPTION_KEY: [Buffer.alloc(32, 7)],
    WEBHOOK_ALLOWED_NETWORKS: [],
    WEBHOOK_RETRY_GAPS: [15_000, 60_000, 300_000, 1_800_000, 7_200_000, 14_400_000, 30_600_000],
  });
});

it('reads lists', () => {
  expect(
    read({ WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8, fd00::/8', WEBHOOK_RETRY_GAPS: '1s,1m30s' }),
  ).toMatchObject({
    WEBHOOK_ALLOWED_NETWORKS: ['127.0.0.0/8', 'fd00::/8'],
    WEBHOOK_RETRY_GAPS: [1_000, 90_000],
  });
});

it('reads both keys while ENCRYPTION_KEY is rotated', () => {
  const keys = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];

  expect(
    read({ ENCRYPTION_KEY: keys.map((key) => key.toString('base64')).join() }).ENCRYPTION_KEY,
  ).toEqual(keys);
});

it.each([
  ['ENCRYPTION_KEY', 'c2hvcnQ='],
  ['WEBHOOK_ALLOWED_NETWORKS', '127.0.0.1'],
  ['WEBHOOK_ALLOWED_NETWORKS', 'localhost/8'],
  ['WEBHOOK_RETRY_GAPS', '1s,soon'],
  ['WEBHOOK_RETRY_GAPS', '15'],
])('names %s when it is %s', (name, value) => {
  expect(() => read({ [name]: value })).toThrow(new RegExp(`^Configuration: ${name} must be `));
});
