import { sign, verify } from 'node:crypto';
import { PROCESSES, SCOPES, type ProcessName, type CallerToken } from '@svc/contracts';
import {
  deriveInternalSecret,
  derivePublicKey,
  derivePublicKeys,
  readPublicKeys,
  deriveSigningKey,
  toVerifyingKey,
} from './internal-keys';
import { createTrust, type Trust } from './trust';

const SECRET = 'one secret for all of them';
const NEXT = 'the secret that comes next';
const NOW = Date.parse('2026-03-08T12:00:00Z');

const trustIn = (process: ProcessName, secret = SECRET): Trust =>
  createTrust(process, {
    INTERNAL_SECRET: deriveInternalSecret(process, secret).split(','),
    INTERNAL_PUBLIC_KEYS: readPublicKeys(derivePublicKeys(secret)),
  });

const gateway = trustIn('gateway');
const jobs = trustIn('jobs');

const caller = {
  reach: 'api',
  companyId: 7,
  zone: 'America/New_York',
  country: 'US',
  actor: 'api_key:3',
  scopes: ['jobs:read'],
} as const;

const to = { audience: 'jobs', operation: 'getJob' } as const;
const vouch = gateway.signFor(caller);
const header = vouch(to, NOW);

function signedBy(
  process: ProcessName,
  claims: object | string,
  inTheNameOf: string = process,
): string {
  const json = typeof claims === 'string' ? claims : JSON.stringify(claims);
  const text = `${inTheNameOf}.${json}`;
  const key = deriveSigningKey(deriveInternalSecret(process, SECRET));
  return `${text}.${sign(null, Buffer.from(text), key).toString('base64url')}`;
}

describe('a statement', () => {
  it('is its issuer, JSON, and their Ed25519 signature', () => {
    const [, text = '', signature = ''] = /^(.*)\.([\w-]{86})$/.exec(header) ?? [];
    const key = toVerifyingKey(derivePublicKey(deriveInternalSecret('gateway', SECRET)));

    expect(text).toMatch(/^gateway\.\{/);
    expect(JSON.parse(text.slice('gateway.'.length))).toEqual({
      ...caller,
      ...to,
      expiresAtMs: NOW + 40_000,
    });
    expect(verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64url'))).toBe(true);
  });

  it('is believed by its audience, and by nobody else', () => {
    for (const process of PROCESSES) {
      const believed = trustIn(process).verify(header, NOW);
      expect(believed).toEqual(
        process === 'jobs'
          ? { ...caller, ...to, issuer: 'gateway', expiresAtMs: NOW + 40_000 }
          : undefined,
      );
    }
  });

  it('is written in characters that a header takes', () => {
    const named = { ...caller, actor: 'ü 日\n\u007f😀.' };
    const signed = gateway.signFor(named)(to, NOW);

    expect(signed).toMatch(/^[\x20-\x7e]+$/);
    expect(jobs.verify(signed, NOW)).toMatchObject(named);
  });

  it.each(SCOPES)(
    'has the scope %s if, and only if, it was signed with it or it is implied',
    (scope) => {
      const others = SCOPES.filter((other) => other !== scope);
      const implied = { 'inventory:read': SCOPES } as Partial<Record<string, typeof SCOPES>>;
      const alone = jobs.verify(gateway.signFor({ ...caller, scopes: [scope] })(to, NOW), NOW);
      const absent = jobs.verify(gateway.signFor({ ...caller, scopes: others })(to, NOW), NOW);

      expect(alone?.scopes).toEqual(
        scope === 'inventory:write' ? ['inventory:read', 'inventory:write'] : [scope],
      );
      expect(absent?.scopes).toEqual(implied[scope] ?? others);
    },
  );

  it('is refused once any character of it is changed', () => {
    for (let at = 0; at < header.length; at += 1) {
      const other = header[at] === 'A' ? 'B' : 'A';
      expect(jobs.verify(header.slice(0, at) + other + header.slice(at + 1), NOW)).toBeUndefined();
    }
  });

  it.each([
    '',
    '.',
    'a.b',
    'a.b.c',
    'gateway.{}.',
    'null',
    '3, 3',
    '.'.repeat(1_000),
    `${header},${header}`,
  ])('is not read from %j', (text) => {
    expect(jobs.verify(text, NOW)).toBeUndefined();
  });

  it('is not read from more than four thousand characters, whoever signed them', () => {
    const long = signedBy('gateway', {
      ...caller,
      ...to,
      zone: 'x'.repeat(4_000),
      expiresAtMs: NOW + 1,
    });

    expect(jobs.verify(long, NOW)).toBeUndefined();
  });

  it('is good for forty seconds', () => {
    expect(jobs.verify(header, NOW + 39_999)).toBeDefined();
    expect(jobs.verify(header, NOW + 40_000)).toBeUndefined();
  });

  it('may be read twenty seconds too early or too late, as clocks differ', () => {
    expect(trustIn('jobs').verify(header, NOW - 20_000)).toBeDefined();
    expect(trustIn('jobs').verify(header, NOW - 20_001)).toBeUndefined();
    expect(jobs.verify(vouch(to, NOW + 19_999), NOW + 39_999)).toBeDefined();
  });
});

describe('what a process may say', () => {
  const claims = { ...caller, ...to, expiresAtMs: NOW + 40_000 };
  const internal = { ...claims, reach: 'internal', operation: undefined };

  it('is checked by who signed it', () => {
    expect(jobs.verify(signedBy('gateway', claims), NOW)).toBeDefined();
    expect(jobs.verify(signedBy('gateway', { ...internal, reach: 'admin' }), NOW)).toBeDefined();
    expect(jobs.verify(signedBy('webhooks', internal), NOW)).toBeDefined();
  });

  const asPerson = { ...claims, actor: 'ui' };
  const person = { ...internal, actor: 'ui' };

  it.each(PROCESSES.filter((name) => name !== 'gateway' && name !== 'dashboard'))(
    'of %s is internal alone, for whomever',
    (process) => {
      for (const { actor } of [claims, asPerson]) {
        const says = (said: object) => jobs.verify(signedBy(process, { ...said, actor }), NOW);
        expect(says(claims)).toBeUndefined();
        expect(says({ ...internal, reach: 'admin' })).toBeUndefined();
        expect(says(internal)).toBeDefined();
      }
    },
  );

  it('of the dashboard is of people alone, with every reach', () => {
    for (const said of [asPerson, person, { ...person, reach: 'admin' }]) {
      expect(jobs.verify(signedBy('dashboard', said), NOW)).toMatchObject({ actor: 'ui' });
      for (const actor of ['api_key:3', 'scheduled', '', 'UI', ['ui'], undefined]) {
        expect(jobs.verify(signedBy('dashboard', { ...said, actor }), NOW)).toBeUndefined();
      }
    }
  });

  it('names a person in what the dashboard says alone', () => {
    for (const process of PROCESSES) {
      const said = process === 'gateway' ? { ...internal, reach: 'admin', actor: 'ui' } : person;
      const believed = jobs.verify(signedBy(process, { ...said, personId: 5 }), NOW);
      expect([process, believed?.personId]).toEqual([
        process,
        process === 'dashboard' ? 5 : undefined,
      ]);
      expect([process, believed !== undefined]).toEqual([process, process === 'dashboard']);
    }
    for (const personId of [0, -1, 1.5, '5', null, [5]]) {
      expect(jobs.verify(signedBy('dashboard', { ...person, personId }), NOW)).toBeUndefined();
    }
    const vouch = trustIn('dashboard').signFor({
      ...caller,
      reach: 'admin',
      actor: 'ui',
      personId: 5,
    });
    expect(jobs.verify(vouch({ audience: 'jobs' }, NOW), NOW)).toMatchObject({ personId: 5 });
  });

  it('says whose sandbox a company is, and of no company that it is its own', () => {
    const sandbox = { ...internal, companyId: 9, sandboxOf: 7 };
    expect(jobs.verify(signedBy('assets', sandbox), NOW)).toMatchObject({ sandboxOf: 7 });
    for (const sandboxOf of [9, 0, -1, 1.5, '7', null, [7]]) {
      expect(jobs.verify(signedBy('assets', { ...sandbox, sandboxOf }), NOW)).toBeUndefined();
    }
    const vouch = trustIn('gateway').signFor({ ...caller, companyId: 9, sandboxOf: 7 });
    const to = { audience: 'jobs', operation: 'listJobs' } as const;
    expect(jobs.verify(vouch(to, NOW), NOW)).toMatchObject({ companyId: 9, sandboxOf: 7 });
  });

  it('does not hand a person on to those who are asked next', () => {
    const passedOn = jobs.signFor({ ...caller, reach: 'internal', actor: 'ui', personId: 5 });
    const believed = trustIn('customers').verify(passedOn({ audience: 'customers' }, NOW), NOW);

    expect(believed).toMatchObject({ issuer: 'jobs', actor: 'ui' });
    expect(believed?.personId).toBeUndefined();
  });

  it('to the gateway is the dashboard’s and webhooks’ alone, and internal', () => {
    const toGateway = { ...person, audience: 'gateway' };

    for (const process of PROCESSES) {
      const believed = gateway.verify(signedBy(process, toGateway), NOW);
      expect([process, believed !== undefined]).toEqual([
        process,
        ['dashboard', 'webhooks'].includes(process),
      ]);
    }
    const asIntegrator = { ...toGateway, actor: 'api_key:3' };
    expect(gateway.verify(signedBy('dashboard', asIntegrator), NOW)).toBeUndefined();
    for (const reach of ['api', 'admin']) {
      const operation = reach === 'api' ? 'getJob' : undefined;
      for (const process of PROCESSES) {
        const other = signedBy(process, { ...toGateway, reach, operation });
        expect(gateway.verify(other, NOW)).toBeUndefined();
      }
    }
  });

  it('of the gateway is internal to the dashboard, whose people it does not know', () => {
    const toDashboard = { ...person, audience: 'dashboard', companyId: 0 };

    expect(trustIn('dashboard').verify(signedBy('gateway', toDashboard), NOW)).toMatchObject({
      issuer: 'gateway',
      reach: 'internal',
      companyId: 0,
    });
  });

  it('of the gateway is never internal to another service', () => {
    for (const audience of PROCESSES.filter((name) => name !== 'dashboard')) {
      for (const said of [internal, person]) {
        const signed = signedBy('gateway', { ...said, audience });
        expect(trustIn(audience).verify(signed, NOW)).toBeUndefined();
      }
    }
  });

  it('of one process is not said with the key of another', () => {
    for (const name of ['gateway', 'nobody', '']) {
      expect(jobs.verify(signedBy('webhooks', claims, name), NOW)).toBeUndefined();
    }
    const alsoClaimed = signedBy('webhooks', { ...claims, issuer: 'gateway' });
    expect(jobs.verify(alsoClaimed, NOW)).toBeUndefined();
  });

  it.each<[string, Partial<Record<keyof CallerToken, unknown>>]>([
    ['thirty years', { expiresAtMs: NOW + 30 * 365 * 86_400_000 }],
    ['a minute and a moment', { expiresAtMs: NOW + 60_001 }],
    ['no time', { expiresAtMs: NOW }],
    ['who knows how long', { expiresAtMs: undefined }],
    ['a text of milliseconds', { expiresAtMs: String(NOW + 1_000) }],
    ['another service', { audience: 'assets' }],
    ['no service', { audience: undefined }],
    ['any of many services', { audience: ['jobs', 'assets'] }],
    ['no operation', { operation: undefined }],
    ['any of many operations', { operation: ['getJob', 'createJob'] }],
    ['a company that is a text', { companyId: '7' }],
    ['a company that is a list', { companyId: [7, 8] }],
    ['scopes that are a text', { scopes: 'jobs:read' }],
    ['a zone that is none', { zone: 5 }],
    ['an unknown reach', { reach: 'root' }],
  ])('is not for %s', (_, changed) => {
    expect(jobs.verify(signedBy('gateway', { ...claims, ...changed }), NOW)).toBeUndefined();
  });

  it.each(['null', '5', '[]', '{', '"jobs"'])('is not %s', (json) => {
    expect(jobs.verify(signedBy('gateway', json), NOW)).toBeUndefined();
  });

  it('of the reaches but api names no operation', () => {
    const named = { ...internal, operation: 'getJob' };

    expect(jobs.verify(signedBy('webhooks', named), NOW)).toBeUndefined();
  });
});

describe('a process that vouches', () => {
  it('says the same for half of its life, and then anew', () => {
    expect(vouch(to, NOW + 19_999)).toBe(header);
    expect(vouch(to, NOW + 20_000)).not.toBe(header);
    expect(jobs.verify(vouch(to, NOW + 20_000), NOW + 59_999)).toBeDefined();
  });

  it('says it anew when the clock was set back', () => {
    const fresh = trustIn('gateway').signFor(caller);
    const before = fresh(to, NOW);

    expect(fresh(to, NOW - 1)).not.toBe(before);
  });

  it.each([
    ['another operation', () => vouch({ ...to, operation: 'createJob' }, NOW)],
    ['another service', () => vouch({ ...to, audience: 'assets' }, NOW)],
    ['fewer scopes', () => gateway.signFor({ ...caller, scopes: [] })(to, NOW)],
    ['another company', () => gateway.signFor({ ...caller, companyId: 8 })(to, NOW)],
  ])('never says it for %s', (_, other) => {
    expect(other()).not.toBe(header);
  });

  it('leaves out what belongs to one request', () => {
    const asked = { ...caller, requestId: 'req_1' };

    expect(gateway.signFor(asked)(to, NOW)).toBe(header);
  });
});

describe('while the secret is rotated', () => {
  const secrets = [SECRET, `${SECRET},${NEXT}`, `${NEXT},${SECRET}`, NEXT];
  const signedWith = (secret: string): string =>
    trustIn('gateway', secret).signFor(caller)(to, NOW);
  const believes = (secret: string, signed: string): boolean =>
    trustIn('jobs', secret).verify(signed, NOW) !== undefined;

  it('the first value signs', () => {
    expect(believes(SECRET, signedWith(`${SECRET},${NEXT}`))).toBe(true);
    expect(believes(NEXT, signedWith(`${NEXT},${SECRET}`))).toBe(true);
    expect(believes(SECRET, signedWith(`${NEXT},${SECRET}`))).toBe(false);
  });

  it('each step understands the one before and the one after', () => {
    for (const [step, secret] of secrets.entries()) {
      for (const other of secrets.slice(Math.max(0, step - 1), step + 2)) {
        expect(believes(secret, signedWith(other))).toBe(true);
      }
    }
    expect(believes(NEXT, header)).toBe(false);
  });
});
