import { mkdtemp, writeFile } from 'node:fs/promises';
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

  const get = async (path: string) => {
    const { statusCode, headers, body } = await request(`${gateway.url}${path}`);
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

  it.each(['/healthz', '/docs', '/openapi.json'])('refuse to change %s', async (path) => {
    const { status, headers } = await gateway.ask(path, { method: 'POST', body: {} });

    expect([status, headers['allow']]).toEqual([405, 'GET, HEAD']);
  });

  it.each(['/docs/', '/docs/../package.json', '/docs/package.json', '/healthz/x'])(
    'do not answer for %s',
    async (path) => {
      expect((await get(path)).status).toBe(401);
    },
  );
});
