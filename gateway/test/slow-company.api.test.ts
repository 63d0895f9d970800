import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Caller } from '@svc/contracts';
import { createServiceApp } from '@svc/http';
import { createLimitPerKey } from '@svc/kernel';
import { createLogger } from '@svc/logging';
import { eventually, getTestTrust } from '@svc/testing';
import { aGateway, type AGateway } from './a-gateway';

/** Services time out well before the gateway does. */
const RESPONSE_DEADLINE_MS = 2_000;
const SERVICE_TIMEOUT_MS = 4_000;
const SEARCH_MS = 500;
const SEARCHES = 60;

describe('a company whose searches take longer than all deadlines together', () => {
  let gateway: AGateway;
  let service: Server;

  beforeAll(async () => {
    // One search per company at a time, as in the services.
    const inTurn = createLimitPerKey();
    const app = createServiceApp({
      routers: [
        {
          routes: () => async (ctx) => {
            const { companyId } = ctx.state.caller as Caller;
            const search = () => new Promise((end) => setTimeout(end, SEARCH_MS).unref());
            if (ctx.query['search'] !== undefined) await inTurn(String(companyId), search);
            ctx.body = { success: true };
          },
        },
      ],
      trust: getTestTrust('customers'),
      now: () => gateway.clock.now(),
      log: createLogger({ name: 'customers', level: 'silent' }),
      respondWithinMs: RESPONSE_DEADLINE_MS,
    });
    service = createServer(app.callback()).listen(0, '127.0.0.1');
    await new Promise((resolve) => service.once('listening', resolve));
    const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
    gateway = await aGateway({ serviceTimeoutMs: SERVICE_TIMEOUT_MS, urls: { customers: url } });
  });
  afterAll(async () => {
    await gateway.close();
    service.closeAllConnections();
    await new Promise((resolve) => service.close(resolve));
  });

  it('gets errors itself, which count against no service, while others are answered', async () => {
    const givenKey = async () => (await gateway.givenKey((await gateway.givenCompany()).slug)).key;
    const [key, othersKey] = [await givenKey(), await givenKey()];
    let failures = 0;
    const { breaker } = gateway.parts.upstreams.customers;
    breaker.on('failure', () => void (failures += 1));
    const statusOf = async (path: string, as: string) =>
      (await gateway.ask(path, { key: as })).status;

    let areAnswered = false;
    const searches = Promise.all(
      Array.from({ length: SEARCHES }, () => statusOf('/api/v1/customers?search=zq', key)),
    ).finally(() => (areAnswered = true));
    const others = new Set<number>();
    await eventually(
      async () => {
        others.add(await statusOf('/api/v1/customers', othersKey));
        expect(areAnswered).toBe(true);
      },
      { within: 40_000 },
    );

    expect(new Set(await searches)).toEqual(new Set([200, 500]));
    expect(others).toEqual(new Set([200]));
    expect(failures).toBe(0);
    expect(breaker.opened).toBe(false);
  }, 60_000);
});

describe('a company whose answers are larger than any may be', () => {
  it('gets errors itself, which count against no service, while others are answered', async () => {
    const gateway = await aGateway({ serviceTimeoutMs: 20_000 });
    const givenKey = async () => (await gateway.givenKey((await gateway.givenCompany()).slug)).key;
    const [key, othersKey] = [await givenKey(), await givenKey()];
    const tooLarge = Buffer.alloc(17 * 1024 * 1024, ' ');
    gateway.service.behave(({ url }, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(url?.includes('include=locations') ? tooLarge : '{"success":true}');
    });
    const { breaker } = gateway.parts.upstreams.customers;
    let failures = 0;
    breaker.on('failure', () => void (failures += 1));

    for (let n = 0; n < 12; n += 1) {
      const path = '/api/v1/customers?id=1&include=locations';
      expect((await gateway.ask(path, { key })).status).toBe(500);
      expect((await gateway.ask('/api/v1/customers', { key: othersKey })).status).toBe(200);
    }

    expect(failures).toBe(0);
    expect(breaker.opened).toBe(false);
    await gateway.close();
  }, 60_000);
});
