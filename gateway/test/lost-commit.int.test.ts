import { eventually } from '@svc/testing';
import { aGateway, type AGateway } from './a-gateway';
import { lossyProxy, type LossyProxy } from './lossy-proxy';

describe('a change whose COMMIT is not answered', () => {
  let gateway: AGateway;
  let proxy: LossyProxy;
  beforeAll(async () => {
    gateway = await aGateway({
      adminDatabase: async (url) => {
        proxy = await lossyProxy(url);
        return proxy.url;
      },
    });
  });
  afterAll(async () => {
    await gateway.close();
    proxy.close();
  });

  const given = async () => {
    const { slug } = await gateway.givenCompany();
    const { id, key } = await gateway.givenKey(slug);
    const status = async () => (await gateway.ask('/api/v1/jobs', { key })).status;
    expect(await status()).toBe(200);
    return { id, slug, status };
  };

  it.each([
    ['the revocation of a key', 401, (id: number) => ['POST', `/keys/${id}/revoke`] as const],
    [
      "the change of a key's scopes",
      403,
      (id: number) => ['PATCH', `/keys/${id}`, { scopes: ['customers:read'] }] as const,
    ],
    [
      "the change of a company's plan",
      403,
      (_: number, slug: string) => ['PUT', '/companies', { slug, plan: 'starter' }] as const,
    ],
  ])('holds once it is carried out: %s', async (_, after, change) => {
    const { id, slug, status } = await given();
    const commit = proxy.cutNextCommit();
    const [method, path, body] = change(id, slug);
    let isAnswered = false;

    const changing = gateway.admin(method, path, body).finally(() => void (isAnswered = true));
    await eventually(() => expect(commit.isCut()).toBe(true));
    // Not carried out yet: what is looked up now is still the old.
    expect(await status()).toBe(200);
    expect(isAnswered).toBe(false);
    commit.deliver();

    expect((await changing).status).toBe(500);
    expect(await status()).toBe(after);
  });

  it('holds where no answer ever comes, over a connection that stays open', async () => {
    const { id, status } = await given();
    proxy.silenceNextCommit();

    expect((await gateway.admin('POST', `/keys/${id}/revoke`)).status).toBe(500);
    expect(await status()).toBe(401);
  });

  it('holds where it is carried out long after the answer, and nothing is to be learnt of it at first', async () => {
    const { id, status } = await given();
    const commit = proxy.cutNextCommit();
    proxy.silenceNextQuestion();

    expect((await gateway.admin('POST', `/keys/${id}/revoke`)).status).toBe(500);
    expect(await status()).toBe(200);
    commit.deliver();

    await eventually(async () => expect(await status()).toBe(401));
  });
});
