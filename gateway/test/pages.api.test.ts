import { hash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { request } from 'undici';
import { aGateway, type AGateway } from './a-gateway';

describe('the pages without a key', () => {
  let gateway: AGateway;
  let openApiFile: string;
  beforeAll(async () => {
    openApiFile = join(await mkdtemp(join(tmpdir(), 'gateway-')), 'openapi.json');
    gateway = await aGateway({ openApiFile });
  });
  afterAll(() => gateway.close());

  const get = async (
    path: string,
    { method = 'GET' as 'GET' | 'HEAD', headers: given = {} as Record<string, string> } = {},
  ) => {
    const { statusCode, headers, body } = await request(`${gateway.url}${path}`, {
      method,
      headers: given,
    });
    return { status: statusCode, headers, text: await body.text() };
  };

  it('tell that the gateway is up', async () => {
    expect(await get('/healthz')).toMatchObject({ status: 200, text: '{"status":"ok"}' });
  });

  it('are what browsers and crawlers ask for by themselves, which counts as no failed authentication', async () => {
    expect(await get('/robots.txt')).toMatchObject({
      status: 200,
      headers: { 'content-type': 'text/plain; charset=utf-8' },
      text: 'User-agent: *\nDisallow: /\n',
    });
    const icon = await get('/favicon.ico');
    expect(icon).toMatchObject({ status: 200, headers: { 'content-type': 'image/svg+xml' } });
    expect(icon.text).toMatch(/^<svg .*<\/svg>$/);
    for (const path of ['/robots.txt', '/favicon.ico']) {
      expect(await get(path, { method: 'HEAD' })).toMatchObject({ status: 200, text: '' });
    }

    const { failures } = gateway.parts;
    expect(failures.peek('127.0.0.1')).toMatchObject({ remaining: failures.peek('::9').remaining });
  });

  it('show the OpenAPI document once there is one', async () => {
    expect(await get('/openapi.json')).toMatchObject({ status: 404 });
    await writeFile(openApiFile, '{"openapi":"3.1.0"}');

    expect(await get('/openapi.json')).toMatchObject({
      status: 200,
      headers: { 'content-type': 'application/json; charset=utf-8' },
      text: '{"openapi":"3.1.0"}',
    });
  });

  const FILES = {
    '/docs': ['index.html', 'text/html'],
    '/docs/script.js': ['script.js', 'text/javascript'],
    '/docs/style.css': ['style.css', 'text/css'],
    '/openapi.3.0.json': ['openapi.3.0.json', 'application/json'],
    '/openapi.operations.json': ['openapi.operations.json', 'application/json'],
    '/postman.json': ['postman.json', 'application/json'],
    '/llms.txt': ['llms.txt', 'text/plain'],
  } as const;

  it('show what stands beside it for readers', async () => {
    const folder = join(dirname(openApiFile), 'docs');
    await mkdir(folder);
    for (const [path, [file, type]] of Object.entries(FILES)) {
      expect((await get(path)).status).toBe(404);
      await writeFile(join(folder, file), `${file} as it was built, é included`);

      const page = await get(path);

      expect(page).toMatchObject({ status: 200, text: `${file} as it was built, é included` });
      expect(page.headers['content-type']).toBe(`${type}; charset=utf-8`);
      expect(page.headers['content-security-policy']).not.toContain('unsafe');
    }
  });

  const PAGES = [...Object.keys(FILES), '/openapi.json'];

  it.each([
    ['gzip', true],
    ['br;q=1.0, GZIP;q=0.8, *;q=0.1', true],
    ['gzip;q=0', false],
    ['gzip; q=0.000', false],
    ['br, deflate', false],
    ['x-gzip', false],
    ['', false],
  ])('are compressed for who takes it: %p', async (accepted, isZipped) => {
    const { body, headers, statusCode } = await request(`${gateway.url}/docs`, {
      headers: { 'accept-encoding': accepted },
    });
    const bytes = Buffer.from(await body.arrayBuffer());

    expect([statusCode, headers['vary']]).toEqual([200, 'Accept-Encoding']);
    expect(headers['content-encoding']).toBe(isZipped ? 'gzip' : undefined);
    expect(headers['content-length']).toBe(String(bytes.length));
    expect((isZipped ? gunzipSync(bytes) : bytes).toString()).toBe((await get('/docs')).text);
    const tag = String(headers['etag']);
    expect(tag).toMatch(isZipped ? /^"[\w-]{43}-gzip"$/ : /^"[\w-]{43}"$/);
    const again = { 'accept-encoding': accepted, 'if-none-match': tag };
    expect((await get('/docs', { headers: again })).status).toBe(304);
  });

  it.each(PAGES)('answer who has %s already that it is the same', async (path) => {
    const { headers } = await get(path);
    const tag = String(headers['etag']);
    const asked = async (value: string) => get(path, { headers: { 'if-none-match': value } });

    expect(tag).toMatch(/^"[\w-]{43}"$/);
    expect(headers['cache-control']).toBe('no-cache');
    for (const value of [tag, `"other", ${tag}`, `W/${tag}`, '*']) {
      const again = await asked(value);
      expect(again).toMatchObject({ status: 304, text: '', headers: { etag: tag } });
      expect(again.headers['content-length']).toBeUndefined();
    }
    expect((await asked('"other"')).status).toBe(200);
  });

  it.each([...PAGES, '/healthz'])('tell by HEAD how long %s is', async (path) => {
    const whole = await get(path);

    const head = await get(path, { method: 'HEAD' });

    expect(head).toMatchObject({ status: 200, text: '' });
    expect(head.headers['content-length']).toBe(String(Buffer.byteLength(whole.text)));
    expect(head.headers['content-type']).toBe(whole.headers['content-type']);
  });

  it('are read once, not for each request', async () => {
    const before = await get('/openapi.json');
    await rm(openApiFile);

    expect((await get('/openapi.json')).text).toBe(before.text);
    await writeFile(openApiFile, before.text);
  });

  describe.each(['/', '/docs/'])('lead from %s', (path) => {
    it.each(['GET', 'HEAD'] as const)('a browser to /docs (%s)', async (method) => {
      const { status, headers, text } = await get(path, { method });

      expect([status, headers['location'], text]).toEqual([302, '/docs', '']);
    });

    it('nobody with an API key, nor who writes', async () => {
      const { slug } = await gateway.givenCompany();
      const { key } = await gateway.givenKey(slug);

      expect((await gateway.ask(path, { key })).status).toBe(404);
      expect((await gateway.ask(path, { key: `${key}x` })).status).toBe(401);
      expect((await gateway.ask(path, { method: 'POST', body: {} })).status).toBe(401);
    });
  });

  describe('for a browser', () => {
    const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

    it.each([
      ['/', 200],
      ['/nope', 404],
      ['/api/v1/nope', 404],
    ])('lead from %s (%p) to the dashboard and the docs', async (path, expected) => {
      const { status, headers, text } = await get(path, { headers: BROWSER });

      expect([status, headers['content-type']]).toEqual([expected, 'text/html; charset=utf-8']);
      expect(text.match(/href="[^"]+"/g)).toEqual(['href="/dashboard"', 'href="/docs"']);
      const [, style = ''] = /<style>(.*)<\/style>/s.exec(text) ?? [];
      const styleHash = hash('sha256', style, 'base64');
      expect(headers['content-security-policy']).toContain(`style-src 'sha256-${styleHash}'`);
    });

    it('keep the errors of the API', async () => {
      const { slug } = await gateway.givenCompany();
      const { key } = await gateway.givenKey(slug);

      expect((await get('/api/v1/jobs', { headers: BROWSER })).status).toBe(401);
      const known = await get('/nope', { headers: { ...BROWSER, 'x-api-key': key } });
      expect([known.status, JSON.parse(known.text)]).toMatchObject([404, { error: 'not_found' }]);
      expect((await get('/nope', { headers: { accept: '*/*' } })).status).toBe(401);
    });
  });

  it.each(['/healthz', '/docs', '/openapi.json'])('refuse to change %s', async (path) => {
    const { status, headers } = await gateway.ask(path, { method: 'POST', body: {} });

    expect([status, headers['allow']]).toEqual([405, 'GET, HEAD']);
  });

  it.each(['/docs//', '/docs/../package.json', '/docs/package.json', '/healthz/x'])(
    'do not answer for %s',
    async (path) => {
      expect((await get(path)).status).toBe(401);
    },
  );
});
