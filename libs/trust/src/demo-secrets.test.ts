import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROCESSES } from '@svc/contracts';
import { deriveInternalSecret, derivePublicKeys } from './internal-keys';

const OVERLAYS = join(__dirname, '../../../deploy/kubernetes/overlays');
const DEMO = join(OVERLAYS, 'demo/secrets/kustomization.yaml');
const PRODUCTION = join(OVERLAYS, 'production/settings.yaml');

const SECRET = 'public-demo-secret-not-for-production';

const withKeys = (text: string): string =>
  PROCESSES.reduce(
    (all, process) =>
      all.replace(
        new RegExp(`(  - name: ${process}\\n(?: {4}.*\\n)*? {6}- INTERNAL_SECRET=).*`),
        `$1${deriveInternalSecret(process, SECRET)}`,
      ),
    text.replace(
      /(INTERNAL_PUBLIC_KEYS=|internal_public_keys: ).*/i,
      `$1${derivePublicKeys(SECRET)}`,
    ),
  );

it.each([
  ['the demo', DEMO],
  ['what stands in the place of production', PRODUCTION],
])('%s has the keys that follow from the public secret', (_, file) => {
  const text = readFileSync(file, 'utf8');
  if (process.env['WRITE_DEPLOY']) writeFileSync(file, withKeys(text));

  expect(readFileSync(file, 'utf8')).toBe(withKeys(text));
});

it('has a secret for every process of the demo', () => {
  const secrets = readFileSync(DEMO, 'utf8').match(/- INTERNAL_SECRET=.+/g) ?? [];

  expect(secrets).toEqual(
    PROCESSES.map((process) => `- INTERNAL_SECRET=${deriveInternalSecret(process, SECRET)}`),
  );
});
