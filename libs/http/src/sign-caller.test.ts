import { createHmac } from 'node:crypto';
import { SCOPES, type Caller } from '@svc/contracts';
import { callerSigner, signCaller, verifyCaller } from './sign-caller';

const caller: Caller = {
  reach: 'api',
  companyId: 7,
  zone: 'America/New_York',
  country: 'US',
  actor: 'api_key:3',
  scopes: ['jobs:read'],
  requestId: 'req_1',
};
const NOW = Date.parse('2026-03-08T12:00:00Z');
const header = signCaller(caller, 'new-secret', NOW);

describe('a signed caller', () => {
  it('is JSON with its HMAC-SHA256', () => {
    const long = 'a secret longer than one block '.repeat(5);
    for (const secret of ['s', 'ein Schlüssel', 'x'.repeat(64), long]) {
      const [payload = '', signature] = signCaller(caller, secret, NOW).split('.');

      expect(JSON.parse(payload)).toMatchObject(caller);
      expect(signature).toBe(createHmac('sha256', secret).update(payload).digest('base64url'));
    }
  });

  it('is written in characters that a header takes', () => {
    const named = { ...caller, actor: 'ü 日\n\u007f😀', requestId: 'req_é.1' };
    const signed = signCaller(named, 'new-secret', NOW);

    expect(signed).toMatch(/^[\x20-\x7e]+$/);
    expect(verifyCaller(signed, ['new-secret'], NOW)).toEqual(named);
  });

  it.each(SCOPES)('has the scope %s if, and only if, it was signed with it', (scope) => {
    for (const scopes of [[scope], SCOPES.filter((other) => other !== scope)]) {
      const signed = signCaller({ ...caller, scopes }, 'new-secret', NOW);

      expect(verifyCaller(signed, ['new-secret'], NOW)?.scopes).toEqual(scopes);
    }
  });

  it('is signed for many requests', () => {
    const { requestId: first, ...lasting } = caller;
    const signFor = callerSigner(lasting, 'new-secret');

    for (const requestId of [first, 'req_22']) {
      const believed = verifyCaller(signFor(requestId, NOW), ['new-secret'], NOW);
      expect(believed).toEqual({ ...lasting, requestId });
    }
  });

  it('is believed under any of the current secrets', () => {
    expect(verifyCaller(header, ['new-secret'], NOW)).toEqual(caller);
    expect(verifyCaller(header, ['other', 'new-secret'], NOW)).toEqual(caller);
  });

  it('is refused under another secret', () => {
    expect(verifyCaller(header, ['old-secret'], NOW)).toBeUndefined();
  });

  it('is refused after a minute', () => {
    expect(verifyCaller(header, ['new-secret'], NOW + 59_999)).toEqual(caller);
    expect(verifyCaller(header, ['new-secret'], NOW + 60_000)).toBeUndefined();
  });

  it('is refused once any character of it is changed', () => {
    for (let at = 0; at < header.length; at += 1) {
      const other = header[at] === 'A' ? 'B' : 'A';
      const forged = header.slice(0, at) + other + header.slice(at + 1);

      expect(verifyCaller(forged, ['new-secret'], NOW)).toBeUndefined();
    }
  });

  it.each(['', '.', 'a.b', 'null', '3, 3', '.'.repeat(1_000)])('is not read from %j', (text) => {
    expect(verifyCaller(text, ['new-secret'], NOW)).toBeUndefined();
  });
});
