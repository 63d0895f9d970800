import { readConfig } from '@svc/config';
import { PROCESSES } from '@svc/contracts';
import { createInternalEnvironment } from '@svc/testing';
import { deriveInternalSecret, derivePublicKeys } from '@svc/trust';
import { createConfigSchema } from './process-config';

const SECRET = 'the one secret of all processes';
const NEXT = 'the secret that comes next';
const DATABASE_URL = 'postgres://localhost/fsm';

const read = (overrides: Readonly<Record<string, string>> = {}) =>
  readConfig(createConfigSchema('jobs'), {
    DATABASE_URL,
    ...createInternalEnvironment('jobs'),
    ...overrides,
  });

it('reads its own secret and the public keys of all', () => {
  const { INTERNAL_SECRET, INTERNAL_PUBLIC_KEYS } = read();

  expect(INTERNAL_SECRET).toEqual([createInternalEnvironment('jobs').INTERNAL_SECRET]);
  expect([...INTERNAL_PUBLIC_KEYS.keys()]).toEqual(PROCESSES);
});

it('reads both while they are rotated', () => {
  const { INTERNAL_SECRET, INTERNAL_PUBLIC_KEYS } = read({
    INTERNAL_SECRET: deriveInternalSecret('jobs', `${NEXT},${SECRET}`),
    INTERNAL_PUBLIC_KEYS: derivePublicKeys(`${NEXT},${SECRET}`),
  });

  expect(INTERNAL_SECRET).toHaveLength(2);
  expect(INTERNAL_PUBLIC_KEYS.get('gateway')).toHaveLength(2);
});

const own = (process: 'jobs' | 'assets', secret = SECRET) => ({
  INTERNAL_SECRET: deriveInternalSecret(process, secret),
  INTERNAL_PUBLIC_KEYS: derivePublicKeys(secret),
});

it.each<[string, RegExp, Readonly<Record<string, string>>]>([
  ['no secret', /INTERNAL_SECRET is required/, { INTERNAL_SECRET: '' }],
  ['a short secret', /INTERNAL_SECRET must be one or two/, { INTERNAL_SECRET: 'hush' }],
  [
    'three secrets',
    /INTERNAL_SECRET must be one or two/,
    { INTERNAL_SECRET: `${SECRET},${SECRET},${SECRET}` },
  ],
  ['no public keys', /INTERNAL_PUBLIC_KEYS is required/, { INTERNAL_PUBLIC_KEYS: '' }],
  [
    'malformed public keys',
    /INTERNAL_PUBLIC_KEYS is invalid/,
    { INTERNAL_PUBLIC_KEYS: 'jobs=hush' },
  ],
  ['the secret of another process', /INTERNAL_PUBLIC_KEYS lacks the key of jobs/, own('assets')],
  [
    'the one secret of all',
    /INTERNAL_PUBLIC_KEYS lacks/,
    { ...own('jobs'), INTERNAL_SECRET: SECRET },
  ],
  [
    'a secret that the others do not know',
    /INTERNAL_PUBLIC_KEYS lacks/,
    { ...own('jobs'), INTERNAL_SECRET: deriveInternalSecret('jobs', NEXT) },
  ],
  [
    'a second secret that the others do not know',
    /INTERNAL_PUBLIC_KEYS lacks/,
    { ...own('jobs'), INTERNAL_SECRET: deriveInternalSecret('jobs', `${SECRET},${NEXT}`) },
  ],
])('names the variable of %s, and no value', (_, complaint, env) => {
  const reading = () => read(env);

  expect(reading).toThrow(complaint);
  expect(reading).toThrow(/^Configuration: [^\n]*$/);
  expect(reading).not.toThrow(/hush|the one secret/);
});
