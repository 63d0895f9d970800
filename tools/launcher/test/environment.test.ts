import { readConfig } from '@svc/config';
import { PROCESSES, type ProcessName } from '@svc/contracts';
import { createConfigSchema } from '@svc/process';
import { deriveInternalSecret } from '@svc/trust';
import { createEnvironment, type Placed, type Platform } from '../src/environment';
import { readSettings } from '../src/settings';

const placed: readonly Placed[] = PROCESSES.map((name, at) => ({
  name,
  label: name,
  main: `dist/${name}/main.js`,
  listeners: {
    port: 9_000 + at,
    metricsPort: 9_100 + at,
    ...(name === 'gateway' && { adminPort: 9_200 }),
  },
}));

const SECRET = 'the one secret of all processes';
const ENCRYPTION_KEY = Buffer.alloc(32, 7).toString('base64');

const ELSEWHERE = {
  FSM_ADMIN_TOKEN: 'the token of the operator',
  PGPASSWORD: 'a password of PostgreSQL',
  AWS_SECRET_ACCESS_KEY: 'a key of a cloud',
  GITHUB_TOKEN: 'a token of a forge',
  DATABASE_URL: 'postgres://postgres:x@127.0.0.1/fsm',
  REDIS_URL: 'redis://:x@127.0.0.1',
  ENCRYPTION_KEY_PREVIOUS: 'a key that was one',
  NATS_PASS: 'a password of NATS',
  REPORTS_URL: 'https://somebody:x@reports.example',
  MIRRORS: 'https://mirror.example,https://somebody:x@mirror.example',
  GITHUB_PAT: 'a token of a forge',
  REPORTS_DB_PWD: 'a password of a database',
  REPORTS_API_KEY2: 'the second of two keys',
  REPORTS_CREDS: 'a way into somewhere',
  REPORTS_DSN: 'host=127.0.0.1 user=somebody password=x',
};

const platform = {
  all: placed,
  servers: {
    natsVariables: (schema: string) => ({ NATS_URL: `nats://${schema}:x@127.0.0.1:4222` }),
    databaseUrl: (schema: string) => `postgres://svc_${schema}:x@127.0.0.1/fsm`,
    directDatabaseUrl: (schema: string) =>
      schema === 'jobs' ? 'postgres://svc_jobs:x@127.0.0.2/fsm' : undefined,
  },
  secrets: {
    internalSecret: SECRET,
    encryptionKey: ENCRYPTION_KEY,
    adminToken: 'the token of the operator',
  },
  env: {
    INTERNAL_SECRET: SECRET,
    ENCRYPTION_KEY,
    ADMIN_TOKEN: 'the token of the operator',
    LOG_LEVEL: 'warn',
    GEOCODER_API_KEY: 'a key of the geocoder',
    SMTP_URL: 'smtp://user:password@mail.example',
    GEOCODER_URL: 'https://geocoder.example?key=a-key',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'https://user:password@collector.example',
    OTEL_EXPORTER_OTLP_CLIENT_KEY: '/etc/traces/key.pem',
    ...ELSEWHERE,
  },
  receiver: { WEBHOOK_ALLOWED_NETWORKS: '127.83.0.1/32', NODE_EXTRA_CA_CERTS: 'receiver.pem' },
} as unknown as Platform;

const environments = new Map<ProcessName, NodeJS.ProcessEnv>(
  placed.map((each) => [each.name, createEnvironment(each, platform)]),
);

const holders = (variable: string): string[] =>
  PROCESSES.filter((name) => environments.get(name)?.[variable] !== undefined);

describe('the environment of a process', () => {
  it('holds what is secret only where it is used', () => {
    expect(holders('ENCRYPTION_KEY')).toEqual(['gateway', 'webhooks']);
    expect(holders('ADMIN_TOKEN')).toEqual(['gateway']);
    expect(holders('GEOCODER_API_KEY')).toEqual(['customers']);
    expect(holders('GEOCODER_URL')).toEqual(['customers']);
    expect(holders('SMTP_URL')).toEqual(['dashboard']);
    expect(holders('OTEL_EXPORTER_OTLP_ENDPOINT')).toEqual(PROCESSES);
    expect(holders('OTEL_EXPORTER_OTLP_CLIENT_KEY')).toEqual(PROCESSES);
    for (const name of Object.keys(ELSEWHERE)) expect(holders(name)).toEqual([]);
    expect(holders('LOG_LEVEL')).toEqual(PROCESSES);
  });

  it.each(PROCESSES)('of %s holds its own secret and no other, nor the one of all', (name) => {
    const environment = environments.get(name) ?? {};

    expect(environment['INTERNAL_SECRET']).toBe(deriveInternalSecret(name, SECRET));
    const text = JSON.stringify(environment);
    expect(text).not.toContain(SECRET);
    for (const other of PROCESSES.filter((each) => each !== name)) {
      expect(text).not.toContain(deriveInternalSecret(other, SECRET));
    }
  });

  it('holds the way past a PgBouncer that is configured for it', () => {
    expect(holders('JOBS_DIRECT_DATABASE_URL')).toEqual(['jobs']);
    expect(readConfig(createConfigSchema('jobs'), environments.get('jobs') ?? {})).toMatchObject({
      DATABASE_URL: 'postgres://svc_jobs:x@127.0.0.1/fsm',
      DIRECT_DATABASE_URL: 'postgres://svc_jobs:x@127.0.0.2/fsm',
    });
  });

  it('tells the dashboard and webhooks alone where the gateway answers them', () => {
    expect(holders('GATEWAY_ADMIN_URL')).toEqual(['webhooks', 'dashboard']);
    expect(environments.get('dashboard')?.['GATEWAY_ADMIN_URL']).toBe('http://127.0.0.1:9200');
  });

  it("lets webhooks alone deliver to the demo company's receiver", () => {
    expect(holders('WEBHOOK_ALLOWED_NETWORKS')).toEqual(['webhooks']);
    expect(holders('NODE_EXTRA_CA_CERTS')).toEqual(['webhooks']);
  });

  it.each(PROCESSES)('of %s is one that it starts with', (name) => {
    expect(() => readConfig(createConfigSchema(name), environments.get(name) ?? {})).not.toThrow();
  });
});

describe('what is configured', () => {
  const key = (byte: number) => Buffer.alloc(32, byte).toString('base64');

  it('may have two values while it is rotated, which are passed on as they are', () => {
    const ENCRYPTION_KEYS = `${key(1)},${key(2)}`;

    expect(
      readSettings({ INTERNAL_SECRET: `${SECRET},${SECRET}-2`, ENCRYPTION_KEY: ENCRYPTION_KEYS }),
    ).toMatchObject({ internalSecret: `${SECRET},${SECRET}-2`, encryptionKey: ENCRYPTION_KEYS });
  });

  it.each([
    ['INTERNAL_SECRET', 'short'],
    ['INTERNAL_SECRET', `${SECRET},`],
    ['INTERNAL_SECRET', `${SECRET},${SECRET},${SECRET}`],
    ['ENCRYPTION_KEY', 'short'],
    ['ENCRYPTION_KEY', `${key(1)},short`],
    ['ENCRYPTION_KEY', `${key(1)},${key(2)},${key(3)}`],
  ])('is refused by name as %s when it is %s', (name, value) => {
    expect(() => readSettings({ [name]: value })).toThrow(
      new RegExp(`^Configuration: ${name} must be one or two`),
    );
  });
});
