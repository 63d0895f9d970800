import { aGateway, type AGateway } from './a-gateway';

describe('an admitted request', () => {
  let gateway: AGateway;
  let key: string;

  beforeAll(async () => {
    gateway = await aGateway();
    const { slug } = await gateway.givenCompany();
    ({ key } = await gateway.givenKey(slug));
  });
  afterAll(() => gateway.close());

  it("is answered by the service, with the request's id and the limit", async () => {
    const { status, headers, body } = await gateway.ask('/api/v1/jobs?status=Pending', { key });

    expect({ status, body }).toMatchObject({ status: 200, body: { success: true } });
    expect(headers).toMatchObject({
      'x-request-id': body['request_id'],
      'x-ratelimit-limit': '300',
      'x-ratelimit-remaining': '299',
    });
  });
});
