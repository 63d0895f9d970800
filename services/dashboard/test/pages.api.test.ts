import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { testService, type TestService } from './service';

const SCRIPT = `console.log(${JSON.stringify('x'.repeat(1_000))});`;
const INDEX = `<!doctype html>
<meta property="csp-nonce" nonce="__CSP_NONCE__"><style nonce="__CSP_NONCE__"></style>`;

let service: TestService;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'web-'));
  await mkdir(join(folder, 'web/files'), { recursive: true });
  const put = (name: string, text: string | Buffer) => writeFile(join(folder, name), text);
  await put('secret.txt', 'hush');
  await put('web/index.html', INDEX);
  await put('web/files/main-1a2b3c.js', SCRIPT);
  await put('web/files/main-1a2b3c.js.br', brotliCompressSync(SCRIPT));
  await put('web/files/main-1a2b3c.js.gz', gzipSync(SCRIPT));
  await put('web/files/logo-4d5e6f.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>');
  service = await testService({ webFolder: join(folder, 'web') });
});
afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true });
});

const get = (path: string, headers = {}) => service.browser().get<string>(path, headers);

describe('a page', () => {
  it.each(['/dashboard', '/dashboard/', '/dashboard/sign-in?next=%2F', '/dashboard/assets/7'])(
    'is at %s, without a session',
    async (path) => {
      const { status, headers, body } = await get(path);

      expect(status).toBe(200);
      expect(headers['content-type']).toBe('text/html; charset=utf-8');
      expect(headers['cache-control']).toBe('no-store');
      expect(body).toContain('<!doctype html>');
    },
  );

  it('allows its own files alone, and styles with a nonce that is new each time', async () => {
    const nonces = new Set<string>();
    for (let time = 0; time < 2; time += 1) {
      const { headers, body } = await get('/dashboard');
      const policy = String(headers['content-security-policy']);
      const [, nonce = ''] = /'nonce-([\w+/]{22}==)'/.exec(policy) ?? [];
      expect(policy).toBe(
        "default-src 'none'; script-src 'self'; " +
          `style-src 'self' 'nonce-${nonce}'; img-src 'self' data:; connect-src 'self'; ` +
          "font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
      );
      expect(body).toBe(INDEX.replaceAll('__CSP_NONCE__', nonce));
      nonces.add(nonce);
    }
    expect(nonces.size).toBe(2);
  });

  it('forbids other sources and, behind https, plain http', async () => {
    const { headers } = await service.browser({ protocol: 'https' }).get('/dashboard');

    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'strict-transport-security': 'max-age=31536000',
    });
    expect((await get('/dashboard')).headers['strict-transport-security']).toBeUndefined();
  });

  it('is answered to HEAD without its text, and to no other method', async () => {
    const { status, body, headers } = await service.browser().send('HEAD', '/dashboard');

    expect([status, body]).toEqual([200, '']);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect((await service.browser().send('POST', '/dashboard/sign-in', {})).status).toBe(405);
  });

  it('is read once with its files, and looked for again where it was not there', async () => {
    const own = await mkdtemp(join(tmpdir(), 'web-'));
    const other = await testService({ webFolder: own });
    const status = async (path: string) => (await other.browser().get(path)).status;

    expect(await status('/dashboard')).toBe(404);
    await mkdir(join(own, 'files'));
    await writeFile(join(own, 'files/main-1.js'), SCRIPT);
    await writeFile(join(own, 'index.html'), INDEX);
    expect(await status('/dashboard')).toBe(200);
    await rm(own, { recursive: true });
    expect(await status('/dashboard')).toBe(200);
    expect(await status('/dashboard/files/main-1.js')).toBe(200);
    await other.close();
  });

  it('is not there where nothing was built, which is no fault of the browser', async () => {
    const other = await testService();

    expect((await other.browser().get('/dashboard')).status).toBe(404);
    await other.close();
  });
});

describe('a file of a page', () => {
  const FILE = '/dashboard/files/main-1a2b3c.js';

  it.each([
    ['br', 'br'],
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['identity', undefined],
    ['br;q=0', undefined],
  ])('is sent to a browser that takes %s as %s', async (accepted, encoding) => {
    const { status, headers } = await get(FILE, { 'accept-encoding': accepted });

    expect(status).toBe(200);
    expect(headers['content-encoding']).toBe(encoding);
    expect(headers['content-type']).toMatch(/^(text|application)\/javascript; charset=utf-8$/);
    expect(headers['vary']).toBe('Accept-Encoding');
    const lengths = { br: brotliCompressSync(SCRIPT).length, gzip: gzipSync(SCRIPT).length };
    expect(headers['content-length']).toBe(
      String(encoding ? lengths[encoding as 'br'] : SCRIPT.length),
    );
  });

  it('is cached forever', async () => {
    for (const path of [FILE, '/dashboard/files/logo-4d5e6f.svg']) {
      const { headers } = await get(path);
      expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
      expect(headers['x-content-type-options']).toBe('nosniff');
    }
  });

  it('is answered to HEAD', async () => {
    const { status, body, headers } = await service.browser().send('HEAD', FILE);

    expect([status, body]).toEqual([200, '']);
    expect(headers['content-length']).toBe(String(SCRIPT.length));
  });

  it.each([
    'missing.js',
    '',
    'main-1a2b3c.js/',
    '../../secret.txt',
    '..%2f..%2fsecret.txt',
    '%2e%2e/%2e%2e/secret.txt',
    '..%5c..%5csecret.txt',
    '..%2findex.html',
    '%2fetc%2fpasswd',
    '%00',
    '%',
    `${'x'.repeat(5_000)}`,
  ])('is not "%s"', async (name) => {
    const { status, headers, body } = await get(`/dashboard/files/${name}`);

    // Clients resolve some paths to addresses outside /dashboard.
    expect([401, 404]).toContain(status);
    expect(headers['cache-control'] ?? 'no-store').toBe('no-store');
    expect(JSON.stringify(body)).not.toContain('hush');
  });
});
