import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

  it('show the OpenAPI document once there is one', async () => {
    expect(await get('/openapi.json')).toMatchObject({ status: 404 });
    await writeFile(openApiFile, '{"openapi":"3.1.0"}');

    expect(await get('/openapi.json')).toMatchObject({
      status: 200,
      headers: { 'content-type': 'application/json; charset=utf-8' },
      text: '{"openapi":"3.1.0"}',
    });
  });

  it('hold everything the documentation loads, and nothing inline', async () => {
    const page = await get('/docs');

    const loaded = [...page.text.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, path]) => path);
    expect(loaded).toHaveLength(3);
    for (const path of loaded) expect((await get(String(path))).status).toBe(200);
    expect(page.text).not.toMatch(/<script>|<style|https?:/);
    expect(page.headers['content-security-policy']).not.toContain('unsafe');
  });

  const PAGES = [
    '/docs',
    '/docs/start.js',
    '/docs/swagger-ui.css',
    '/docs/swagger-ui-bundle.js',
    '/openapi.json',
  ];

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
