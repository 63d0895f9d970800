import fc from 'fast-check';
import { toLoggedAddress, toLoggedBody } from './logged-request';
import { hideSecrets } from './hide-secrets';

const KEY = 'svc_live_0a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8s9T0u1';

it.each([
  ['a key', `{"note":"use ${KEY} please"}`, '{"note":"use svc_live_*** please"}'],
  ['a signing secret', '{"x":["whsec_abc-DEF_123="]}', '{"x":["whsec_***"]}'],
  ['a secret', '{"a":{"Client-Secret": "s\\"3"},"b":1}', '{"a":{"Client-Secret": "***"},"b":1}'],
  ['a password that is a number', '{"password":1234,"b":1}', '{"password":***,"b":1}'],
  ['a token in a list', '{"a":1,"refresh_tokens":["x"],"b":1}', '{"a":1,"refresh_tokens":***'],
  ['what is cut off', '{"a":1,"api_key":"abc\\', '{"a":1,"api_key":"***\\'],
  ['a name with escapes', '{"p\\u0061ssw\\u006frd":"x1"}', '{"password":"***"}'],
  ['JSON in JSON', String.raw`{"a":"{\"token\":\"x1\"}"}`, String.raw`{"a":"{\"token\":\"***"}`],
  ['a form', 'user=ada&pwd=x1%20y&b=1', 'user=ada&pwd=***&b=1'],
  ['a header', 'Authorization: Bearer abc.def', 'Authorization: ***'],
  [
    'a login',
    '{"target_url":"https://ada:x1@erp.example/"}',
    '{"target_url":"https://***@erp.example/"}',
  ],
  [
    'a login in PHP’s JSON',
    String.raw`{"u":"https:\/\/ada:x1@a\/"}`,
    String.raw`{"u":"https:\/\/***@a\/"}`,
  ],
  ['a list in a form', 'password[]=x1&password%5B%5D=x2&b', 'password[]=***&password%5B%5D=***&b'],
  ['a value with an encoded bracket', 'password=x1%5Dx2&b=1', 'password=***&b=1'],
  ['a field in a form', 'user[password][new]=x1&b[]=1', 'user[password][new]=***&b[]=1'],
  ['a header in an address', '?h=Bearer%20x1%2Fx2%3D&b=1&c=A%20Basic+x3', '?h=***&b=1&c=A%20***'],
  [
    'a login in an address within an address',
    '?u=https%3A%2F%2Fada%3Ax1%2540x2%40x3%40erp.example%2F&v=https://ada:x4%40erp.example&b=1',
    '?u=https%3A%2F%2F***%40erp.example%2F&v=https://***%40erp.example&b=1',
  ],
  ['a name with a space', '{"API key": "x1","b":1}', '{"API key": "***","b":1}'],
  [
    'a name with a point',
    '{"api.key":"x1","Pass word":"x2"}',
    '{"api.key":"***","Pass word":"***"}',
  ],
  [
    'a name with words behind',
    '{"Password (of the portal)":"x1"}',
    '{"Password (of the portal)":"***"}',
  ],
  ['a name in a form', 'API+key=x1&Pass%20phrase=x2&b=1', 'API+key=***&Pass%20phrase=***&b=1'],
  [
    'short names',
    '{"auth":"x1","pin":12,"author":"Ada"}',
    '{"auth":"***","pin":***,"author":"Ada"}',
  ],
  [
    'a pair',
    '[{"name": "password", "value": "x1"},{"name":"b","value":"x"}]',
    '[{"name": "password", "value": "***"},{"name":"b","value":"x"}]',
  ],
  [
    'a pair whose value comes first',
    '{"value":"x1","key":"API key"}',
    '{"value":"***","key":"API key"}',
  ],
  [
    'a pair with other names',
    "{'header': 'X-Api-Key', 'v': 'x1'}",
    "{'header': 'X-Api-Key', 'v': '***'}",
  ],
  ['a pair with braces', '{"value":"x}1","name":"pwd"}', '{"value":"***","name":"pwd"}'],
  [
    'a pair whose value is an object',
    '{"name":"pwd","value":{"a":"x1"}}',
    '{"name":"pwd","value":***',
  ],
  ['a pair whose value is an object before', '{"value":{"a":"x1"},"name":"pwd"}', '***'],
  ['a pair in a list', '[["password","x1"],["user","ada"]]', '[["password","***"],["user","ada"]]'],
  ['lists of headers', '["Host","a","X-Api-Key","x1"]', '["Host","a","X-Api-Key","***"]'],
  ['a pair that is cut off', '{"a":1,"b":[{"value":"x1","na', '{"a":1,"b":[{"value":"***","na'],
  ['a pair in a form', 'name=password&value=x1&b=1', 'name=password&value=***&b=1'],
  ['one the other way round', 'a=1&value=x1&name=password', 'a=1&value=***&name=password'],
  [
    'a pair in JSON in JSON',
    String.raw`{"a":"{\"name\":\"token\",\"value\":\"x1\"}"}`,
    String.raw`{"a":"***"}`,
  ],
  [
    'headers of a webhook endpoint',
    '{"events":[],"headers":[{"name":"X-Tenant","value":"x1"}],"name":"a"}',
    '{"events":[],"headers":***',
  ],
  ['an element', '<password>x1</password>', '<password>***</password>'],
  ['an attribute', '<field name="password">x1</field>', '<field name="password">***</field>'],
  ['a pair of elements', '<name>pwd</name><value>x1</value>', '<name>pwd</name><value>***</value>'],
  [
    'a part of a form',
    '--a\r\nContent-Disposition: form-data; name="password"\r\n\r\nx1\r\nx2\r\n--a\r\n',
    '--a\r\nContent-Disposition: form-data; name="password"\r\n\r\n***\r\n--a\r\n',
  ],
  [
    'a part of a form with a type',
    'Content-Disposition: form-data; name=api_key\nContent-Type: text/plain\n\nx1',
    'Content-Disposition: form-data; name=api_key\nContent-Type: text/plain\n\n***',
  ],
  [
    'a private key',
    String.raw`{"a":"-----BEGIN RSA PRIVATE KEY-----\nMIIx1\n-----END RSA PRIVATE KEY-----\n","b":1}`,
    String.raw`{"a":"-----BEGIN RSA PRIVATE KEY-----***\n","b":1}`,
  ],
  ['one that is cut off', '-----BEGIN PRIVATE KEY-----\nMIIx1', '-----BEGIN PRIVATE KEY-----***'],
  ['one in a form', 'a=-----BEGIN+PRIVATE+KEY-----%0AMIIx1', 'a=-----BEGIN+PRIVATE+KEY-----***'],
  ['a JSON Web Token', '{"x":"eyJhbGciOiJI.eyJzdWIi.c2ln"}', '{"x":"***"}'],
  [
    'one behind what is none',
    'eyJhbGciOi eyJhbGci-eyJz.a x-eyJhbGciOiJI.b',
    'eyJhbGciOi *** x-***',
  ],
])('blanks %s', (_, text, expected) => {
  expect(hideSecrets(text)).toBe(expected);
});

it.each([
  '-eyJ',
  'eyJeyJ-',
  'eyJ-a.',
  'token',
  'bearer ',
  '://a',
  'svc_',
  '\\\\',
  '%41',
  '"secret":{',
  'password[',
  'password[]=',
  '%5B=',
  '5%5D',
  'password%5b%5d=',
  '%20bearer',
  'bearer+',
  'bearer%20',
  'bearer%2f',
  '%3a%2f%2f',
  '%3a%2f%2fa',
  '%3a//',
  ':\\/\\/a',
  ':\\',
  '://:%2f/',
  '%40',
  '{',
  '{"name":"token"',
  '{"value":"',
  '["token",',
  'name":"token',
  'name="token"\r\n',
  'name=token;\n\n',
  'name=token&value=',
  '&value=a&name=',
  '>token</a><b>',
  '-----BEGIN ',
  '-----BEGIN PRIVATE KEY-----',
  'a password ',
])('takes time in proportion to a text of many %j', (part) => {
  const text = part.repeat(200_000 / part.length);
  const startedMs = performance.now();

  hideSecrets(text);

  expect(performance.now() - startedMs).toBeLessThan(2_000);
});

it('reads an escape behind any number of backslashes, of which only the first begins it', () => {
  const backslashes = '\\'.repeat(1_000);

  expect(hideSecrets(`{"a":"${backslashes}u0074oken\\":\\"x1"}`)).toBe('{"a":"token\\":\\"***"}');
  expect(hideSecrets(backslashes)).toBe(backslashes);
});

it('leaves what is no secret as it was sent', () => {
  const body = '{"job_title":"Token ring","asset_tag":"AST-000001","expected_version":3}';
  expect(hideSecrets(body)).toBe(body);
  const customer = '{"customer_name":"Secret Garden","address":{"value":1},"tags":["a","b"]}';
  expect(hideSecrets(customer)).toBe(customer);
  const part = 'Content-Disposition: form-data; name="a"\r\n\r\npassword\r\n--a--';
  expect(hideSecrets(part)).toBe(part);
  const query = '?u=https%3A%2F%2Ferp.example%2Fa%3Fmail%3Da%40b&v=https://erp.example&mail=a%40b';
  expect(hideSecrets(query)).toBe(query);
});

it('blanks values of an address, however they are spelt', () => {
  expect(toLoggedAddress(`/api/v1/jobs?id=7&api%5Fkey=x1&search=svc%5Flive%5Fx1`)).toBe(
    '/api/v1/jobs?id=7&api_key=***&search=svc_live_***',
  );
});

it('shows the first 2 KiB of a body, and nothing that is no text', () => {
  const long = Buffer.from(`${'a'.repeat(2_047)}é and more`);
  expect(toLoggedBody(long)).toBe('a'.repeat(2_047));
  expect(toLoggedBody(Buffer.from([0x7b, 0xff, 0x1b, 0x5b, 0x00, 0x7d]))).toBe('{\ufffd[}');
  expect(toLoggedBody(Buffer.alloc(0))).toBeNull();
  expect(toLoggedBody(undefined)).toBeNull();
});

/** Only secrets have capitals, so that none of their parts appears by chance. */
const SECRET = fc.stringMatching(/^[A-Z]{12,40}$/);
const WORD = fc.stringMatching(/^[a-z_ ]{0,12}$/);
const SECRET_NAME = fc.constantFrom(
  ...['secret', 'signing_secret', 'password', 'old-password', 'token', 'authorization', 'api_key'],
  ...['apikey', 'api key', 'webhook_secret_2', 'x-api-key', 'credentials', 'private_key', 'passwd'],
  ...['cookie', 'pass phrase'],
);

const holding = (secret: string): fc.Arbitrary<unknown> =>
  fc.letrec<{ holder: unknown; rest: unknown }>((tie) => ({
    rest: fc.oneof(WORD, fc.integer(), fc.constant(null), fc.array(WORD, { maxLength: 3 })),
    holder: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc
        .tuple(SECRET_NAME, fc.constantFrom(secret, [secret], { value: secret }), tie('rest'))
        .map(([name, value, rest]) => ({ first: rest, [name]: value, last: rest })),
      fc
        .tuple(SECRET_NAME, tie('rest'))
        .chain(([name, rest]) =>
          fc.constantFrom<unknown>(
            { name, value: secret, rest },
            { rest, value: secret, key: name },
            [name, secret],
            ['a', 'b', name, secret],
          ),
        ),
      fc.array(tie('holder'), { minLength: 1, maxLength: 3 }),
      fc.tuple(WORD, tie('holder')).map(([name, value]) => ({ [name]: value, last: 'x' })),
      tie('holder').map((value) => ({ payload: JSON.stringify(value) })),
    ),
  })).holder;

const CASES = SECRET.chain((secret) =>
  fc.record({
    secret: fc.constant(secret),
    text: fc
      .tuple(holding(secret), fc.constantFrom(0, 2))
      .map(([value, indent]) => JSON.stringify(value, null, indent)),
    kept: fc.double({ min: 0, max: 1, noNaN: true }),
  }),
);

it('leaves nothing of a secret, wherever it stands and the text is cut off', () => {
  fc.assert(
    fc.property(CASES, ({ text, kept }) => {
      const cut = text.slice(0, Math.ceil(text.length * kept));
      expect(hideSecrets(cut)).not.toMatch(/[A-Z]{3}/);
    }),
    { numRuns: 1_000 },
  );
});

it('leaves nothing of a key or a signing secret in any text', () => {
  const prefix = fc.constantFrom('svc_live_', 'svc_test_', 'whsec_');
  fc.assert(
    fc.property(WORD, prefix, SECRET, fc.string(), (before, start, secret, after) => {
      const text = `${before}${start}${secret} ${after.toLowerCase()}`;
      expect(toLoggedBody(Buffer.from(text))).not.toContain(secret.slice(0, 4));
    }),
  );
});
