import { PROCESSES } from '@svc/contracts';
import {
  deriveInternalSecret,
  derivePublicKey,
  derivePublicKeys,
  readPublicKeys,
} from '@svc/trust';
import { givenAdminListener, refusal, success, type } from './terminal';

const SECRET = 'the one secret of all processes';

describe('secrets internal', () => {
  it.each([
    ['the environment', { env: { INTERNAL_SECRET: SECRET } }],
    ['standard input', { read: async () => `${SECRET}\n` }],
  ])(
    'tells the secret of each process and the keys of all, out of the one in %s',
    async (_, given) => {
      const { code, stdout } = await type(['secrets', 'internal', '--output', 'json'], given);

      expect(code).toBe(0);
      const { public_keys: publicKeys, secrets } = JSON.parse(stdout);
      expect(publicKeys).toBe(derivePublicKeys(SECRET));
      expect(Object.keys(secrets)).toEqual(PROCESSES);
      for (const process of PROCESSES) {
        expect(secrets[process]).toBe(deriveInternalSecret(process, SECRET));
        expect(readPublicKeys(publicKeys).get(process)).toEqual([
          derivePublicKey(secrets[process]),
        ]);
      }
      expect(stdout).not.toContain(SECRET);
    },
  );

  it('writes a line for each variable', async () => {
    const { stdout } = await type(['secrets', 'internal'], { env: { INTERNAL_SECRET: SECRET } });

    const [all, gateway, ...others] = stdout.trim().split('\n');
    expect(all).toBe(`all: INTERNAL_PUBLIC_KEYS=${derivePublicKeys(SECRET)}`);
    expect(gateway).toBe(`gateway: INTERNAL_SECRET=${deriveInternalSecret('gateway', SECRET)}`);
    expect(others).toHaveLength(PROCESSES.length - 1);
  });

  it('takes two values while the secret is rotated', async () => {
    const env = { INTERNAL_SECRET: `the secret that comes next,${SECRET}` };
    const { stdout } = await type(['secrets', 'internal', '--output', 'json'], { env });

    const { public_keys: publicKeys, secrets } = JSON.parse(stdout);
    for (const process of PROCESSES) {
      expect(readPublicKeys(publicKeys).get(process)).toEqual(
        secrets[process].split(',').map(derivePublicKey),
      );
    }
  });

  it.each(['', 'too short', `${SECRET},short`, `${SECRET},${SECRET},${SECRET}`])(
    'refuses %j in one line that does not repeat it',
    async (text) => {
      const { code, stdout, stderr } = await type(['secrets', 'internal'], {
        read: async () => text,
      });

      expect([code, stdout]).toEqual([1, '']);
      expect(stderr).toMatch(/^INTERNAL_SECRET .*\n$/);
      expect(stderr).not.toContain('short');
    },
  );
});

describe('secrets rewrap', () => {
  const admin = givenAdminListener();

  const rewrap = (...args: string[]) =>
    type(['secrets', 'rewrap', ...args], {
      env: admin.env,
    });
  const answerWith = (unreadable: number) => {
    admin.answer = ({ path }) =>
      success(
        path === '/companies'
          ? [{ slug: 'acme' }, { slug: 'other' }]
          : {
              gateway: { rewrapped: 3, already: 1, unreadable: 0 },
              webhooks: { rewrapped: 2, already: 0, unreadable },
            },
      );
  };

  it('goes through all companies and tells the sums', async () => {
    answerWith(0);

    const { code, stdout } = await rewrap('--output', 'json');

    expect([code, JSON.parse(stdout)]).toEqual([
      0,
      {
        gateway: { rewrapped: 6, already: 2, unreadable: 0 },
        webhooks: { rewrapped: 4, already: 0, unreadable: 0 },
      },
    ]);
    expect(admin.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /companies',
      'POST /companies/acme/secrets/rewrap',
      'POST /companies/other/secrets/rewrap',
    ]);
  });

  it('fails where something opens with no key, and tells how much', async () => {
    answerWith(1);

    expect(await rewrap()).toEqual({
      code: 1,
      stdout:
        'gateway: 6 rewrapped, 2 already, 0 unreadable\nwebhooks: 4 rewrapped, 0 already, 2 unreadable\n',
      stderr: 'secrets: no value of ENCRYPTION_KEY decrypts 2 of them.\n',
    });
  });

  it('fails where webhooks does not answer', async () => {
    admin.answer = ({ path }) =>
      path === '/companies' ? success([{ slug: 'acme' }]) : refusal(500, 'Something went wrong.');

    expect(await rewrap()).toMatchObject({ code: 1, stdout: '' });
  });
});
