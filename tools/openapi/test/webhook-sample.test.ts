import { execFileSync, spawnSync } from 'node:child_process';
import Stripe from 'stripe';
import { EVENT_SECTION } from '../src/document';

const [, SAMPLE = ''] = /```python\n(.*?)```/s.exec(EVENT_SECTION.description) ?? [];

const SECRET = 'whsec_5Wq0ZtV8mY2rN7cXbK4hJ6gF9dS1aPoIuYtReWqLkJh';
const BODY = '{"id":"evt_1","type":"job.created","data":{"object":{"title":"Café"}}}';

const now = (): number => Math.floor(Date.now() / 1_000);

/** Signed by an independent implementation. */
const signed = (secret = SECRET, timestamp = now()): string =>
  new Stripe('sk_test_unused').webhooks.generateTestHeaderString({
    payload: BODY,
    secret,
    timestamp,
  });

function isAuthentic(signature: string): unknown {
  const program = `${SAMPLE}
import json, sys
body, signature, secret = json.load(sys.stdin)
print(json.dumps(is_authentic(body.encode(), signature, secret)))`;
  const input = JSON.stringify([BODY, signature, SECRET]);
  return JSON.parse(execFileSync('python3', ['-c', program], { input, encoding: 'utf8' }));
}

const hasPython = spawnSync('python3', ['--version']).status === 0;
if (!hasPython) process.stderr.write('skipped: there is no Python\n');

describe('the sample that verifies a signature in Python', () => {
  (hasPython ? it : it.skip)(
    'accepts what was signed just now with the secret, or with either',
    () => {
      expect(isAuthentic(signed())).toBe(true);
      const [, other = ''] = signed('whsec_former').split(',');
      expect(isAuthentic(signed().replace(',', `,${other},`))).toBe(true);
    },
  );

  (hasPython ? it.each : it.skip.each)([
    ['of another secret', () => signed('whsec_other')],
    ['that is too old', () => signed(SECRET, now() - 330)],
    ['of the future', () => signed(SECRET, now() + 330)],
    ['with two times', () => `t=${now()},${signed()}`],
    ['without a time', () => signed().replace(/^t=\d+,/, '')],
    ['that is empty', () => ''],
    ['that is none', () => 't=x,v1=é'],
  ])('refuses a signature %s', (_, signature) => {
    expect(isAuthentic(signature())).toBe(false);
  });
});
