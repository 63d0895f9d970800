import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CONTEXT_HEADER } from '@svc/contracts';
import { createCaller, getTestTrust } from '@svc/testing';
import { Registry } from 'prom-client';
import { connectOwners } from '../src';

const NOW = new Date('2026-03-02T14:15:00Z');

it('asks each owner in its own name, measures its breaker and closes it at the end', async () => {
  const server = createServer((request, response) => {
    const header = String(request.headers[CONTEXT_HEADER]);
    const { issuer, companyId } = { ...getTestTrust('customers').verify(header, NOW.getTime()) };
    response.end(JSON.stringify({ data: { url: request.url, issuer, companyId } }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const metrics = new Registry();
  const stops: (() => unknown)[] = [];
  const owners = connectOwners(
    { customers: `${url}/`, assets: 'http://127.0.0.1:1/' },
    {
      trust: getTestTrust('jobs'),
      now: () => NOW,
      metrics,
      onStop: (stop) => stops.push(stop),
    },
  );

  const card = await owners.customers.read('/internal/customers/5', createCaller({ companyId: 7 }));

  expect(card).toEqual({ url: '/internal/customers/5', issuer: 'jobs', companyId: 7 });
  const measured = await metrics.metrics();
  expect(measured).toContain('fsm_circuit_breaker_open{service="customers"} 0');
  expect(measured).toContain('fsm_circuit_breaker_open{service="assets"} 0');
  await Promise.all(stops.map((stop) => stop()));
  expect(stops).toHaveLength(2);
  await expect(owners.customers.read('/', createCaller())).rejects.toThrow();
  await new Promise((resolve) => server.close(resolve));
});
