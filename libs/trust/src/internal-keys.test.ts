import { PROCESSES } from '@svc/contracts';
import {
  deriveInternalSecret,
  derivePublicKey,
  derivePublicKeys,
  readPublicKeys,
} from './internal-keys';
import { createSecretVariables } from './process-secrets';

const SECRET = 'one secret for all of them';
const NEXT = 'the secret that comes next';

it('gives each process a secret of its own, of which the one for all is no part', () => {
  const secrets = PROCESSES.map((process) => deriveInternalSecret(process, SECRET));

  expect(new Set(secrets).size).toBe(PROCESSES.length);
  for (const secret of secrets) expect(secret).toMatch(/^[\w-]{43}$/);
  expect(deriveInternalSecret('jobs', SECRET)).toBe(secrets[1]);
});

it('lists what each process is known by', () => {
  const keys = readPublicKeys(derivePublicKeys(SECRET));

  expect([...keys.keys()]).toEqual(PROCESSES);
  for (const process of PROCESSES) {
    expect(keys.get(process)).toEqual([derivePublicKey(deriveInternalSecret(process, SECRET))]);
  }
});

it('knows each process by two keys while the secret is rotated', () => {
  const both = `${NEXT}, ${SECRET}`;

  expect(deriveInternalSecret('jobs', both)).toBe(
    `${deriveInternalSecret('jobs', NEXT)},${deriveInternalSecret('jobs', SECRET)}`,
  );
  expect(readPublicKeys(derivePublicKeys(both)).get('jobs')).toEqual([
    derivePublicKey(deriveInternalSecret('jobs', NEXT)),
    derivePublicKey(deriveInternalSecret('jobs', SECRET)),
  ]);
});

it('derives what it always has', () => {
  expect(deriveInternalSecret('jobs', SECRET)).toMatchInlineSnapshot(
    `"8_LcvY2k6l8k8cOUVjCnU-BAlsefrmdQCD1TRXlkG4E"`,
  );
  expect(derivePublicKey(SECRET)).toMatchInlineSnapshot(
    `"qYcPkWlphymSaKAEtprYdFFNqVlQVPLb2WUEzySmrEk"`,
  );
});

const [ONE = '', OTHER = ''] = [SECRET, NEXT].map(derivePublicKey);

/** The next character decodes to the same bytes, because the last two bits are ignored. */
const after = (character = ''): string => String.fromCharCode(character.charCodeAt(0) + 1);

it.each([
  ['nothing', '', 'process=key'],
  ['no key', 'jobs', 'process=key'],
  ['a short key', 'jobs=abc', 'process=key'],
  ['a key in base64', `jobs=${ONE.slice(1)}=`, 'process=key'],
  ['a stranger', `billing=${ONE}`, 'process=key'],
  ['an empty entry', `jobs=${ONE},`, 'process=key'],
  ['another spelling of a key', `jobs=${ONE.slice(0, -1)}${after(ONE.at(-1))}`, 'process=key'],
  ['one key for two', `jobs=${ONE},gateway=${ONE}`, 'two processes share a key'],
])('refuses a list with %s', (_, text, complaint) => {
  expect(() => readPublicKeys(text)).toThrow(complaint);
  expect(readPublicKeys(` jobs=${ONE} , gateway=${OTHER}`).size).toBe(2);
});

describe('the secrets of a process', () => {
  const all = { internalSecret: SECRET, encryptionKey: Buffer.alloc(32).toString('base64') };

  it('are its own only', () => {
    for (const process of PROCESSES) {
      const text = JSON.stringify(createSecretVariables(process, all));
      expect(text).not.toContain(SECRET);
      for (const other of PROCESSES) {
        expect(text.includes(deriveInternalSecret(other, SECRET))).toBe(other === process);
      }
    }
  });

  it('hold ENCRYPTION_KEY where something is kept encrypted', () => {
    const keepers = PROCESSES.filter(
      (process) => 'ENCRYPTION_KEY' in createSecretVariables(process, all),
    );

    expect(keepers).toEqual(['gateway', 'webhooks']);
  });
});
