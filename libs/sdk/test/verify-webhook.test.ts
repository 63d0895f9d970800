import { createHmac } from 'node:crypto';
import Stripe from 'stripe';
import { verifyWebhook, WebhookVerificationError } from '../src/verify-webhook';

const SECRET = 'whsec_5Wq0ZtV8mY2rN7cXbK4hJ6gF9dS1aPoIuYtReWqLkJh';
const body = '{"id":"evt_1","type":"job.created","data":{"object":{"title":"Caf\u00e9"}}}';
const SIGNED_AT = 1_700_000_000;
const at = (seconds: number): Date => new Date((SIGNED_AT + seconds) * 1_000);

const hmac = (secret: string, text: string): string =>
  createHmac('sha256', secret).update(text).digest('hex');
const signed = (secret = SECRET, text = body): string =>
  `t=${SIGNED_AT},v1=${hmac(secret, `${SIGNED_AT}.${text}`)}`;
const headers = (signature: string) => ({ 'X-SVC-Signature': signature });

it('accepts what openssl signed', () => {
  const signature =
    't=1700000000,v1=35495024f4ef3f94e5a93e22221544c4b75e9a42300cd965ab81cb85cd994e91';
  expect(verifyWebhook('{}', headers(signature), 'whsec_test', at(0))).toEqual({});
});

it('accepts what Stripe signs in the same way, as it was sent just now', () => {
  const { webhooks } = new Stripe('sk_test_unused');
  const signature = webhooks.generateTestHeaderString({ payload: body, secret: SECRET });
  expect(verifyWebhook(body, headers(signature), SECRET)).toEqual(JSON.parse(body));
});

it.each([
  ['headers of Node.js', { 'x-svc-signature': signed() }],
  ['headers in any case', { 'X-Svc-Signature': signed() }],
  ['headers of the Fetch API', new Headers(headers(signed()))],
])('reads %s', (_, given) => {
  expect(verifyWebhook(body, given, SECRET, at(0))).toEqual(JSON.parse(body));
});

it('reads bytes as well', () => {
  const bytes = Buffer.from(body);
  expect(verifyWebhook(bytes, headers(signed()), SECRET, at(0))).toEqual(JSON.parse(body));
});

it('accepts a match with either of two signatures', () => {
  const both = `${signed('whsec_other')},v1=${hmac(SECRET, `${SIGNED_AT}.${body}`)}`;
  for (const secret of [SECRET, 'whsec_other']) {
    expect(verifyWebhook(body, headers(both), secret, at(0))).toEqual(JSON.parse(body));
  }
});

it('rejects a timestamp that is more than 300 seconds old, and one that far ahead', () => {
  for (const [seconds, isAccepted] of [
    [300, true],
    [301, false],
    [-300, true],
    [-301, false],
  ] as const) {
    const verify = () => verifyWebhook(body, headers(signed()), SECRET, at(seconds));
    if (isAccepted) expect(verify()).toEqual(JSON.parse(body));
    else expect(verify).toThrow(WebhookVerificationError);
  }
});

const digest = signed().slice(signed().indexOf('v1='));

it.each([
  ['another body', `${body} `, signed()],
  ['another secret', body, signed('whsec_other')],
  ['another time', body, signed().replace(String(SIGNED_AT), String(SIGNED_AT + 1))],
  ['a signature that begins otherwise', body, signed().replace(/v1=./, 'v1=x')],
  ['a shorter signature', body, signed().slice(0, -1)],
  ['no signature', body, `t=${SIGNED_AT}`],
  ['an empty signature', body, `t=${SIGNED_AT},v1=`],
  ['an older scheme', body, signed().replace('v1=', 'v0=')],
  ['no time', body, digest],
  ['two times', body, `t=${SIGNED_AT},${signed()}`],
  ['a time that is no number', body, `t=soon,${digest}`],
  ['nothing', body, ''],
])('rejects %s', (_, text, signature) => {
  expect(() => verifyWebhook(text, headers(signature), SECRET, at(0))).toThrow(
    WebhookVerificationError,
  );
});

it('rejects what has no header, or two', () => {
  const two = { 'x-svc-signature': [signed(), signed()] };
  for (const given of [{}, new Headers(), two]) {
    expect(() => verifyWebhook(body, given, SECRET, at(0))).toThrow(WebhookVerificationError);
  }
});

it('rejects a signed body that is no JSON', () => {
  const verify = () => verifyWebhook('{', headers(signed(SECRET, '{')), SECRET, at(0));
  expect(verify).toThrow(WebhookVerificationError);
});

it('says that a parsed body, or no secret, is a mistake of the receiver', () => {
  const parsed = JSON.parse(body) as string;
  expect(() => verifyWebhook(parsed, headers(signed()), SECRET, at(0))).toThrow(TypeError);
  expect(() => verifyWebhook(body, headers(signed('')), '', at(0))).toThrow(TypeError);
});

it('never shows secret or body', () => {
  try {
    verifyWebhook(`${body} `, headers(signed()), SECRET, at(0));
  } catch (error) {
    expect(String(error)).toBe('WebhookVerificationError: No signature matches the secret.');
  }
  expect.assertions(1);
});
