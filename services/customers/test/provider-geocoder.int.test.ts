import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createLogger } from '@svc/logging';
import { estimate } from '../src/geocoding/offline-geocoder';
import { createProviderGeocoder } from '../src/geocoding/provider-geocoder';
import type { Provider } from '../src/geocoding/providers';

const address = {
  addressStreet: '350 5th Avenue',
  addressCity: 'New York',
  addressState: 'NY',
  addressZip: '10001',
};
const offline = estimate(address);

let server: Server;
let url: string;
let requests: URL[];
let answer: (response: ServerResponse) => void;

beforeAll(async () => {
  server = createServer((request, response) => {
    requests.push(new URL(request.url ?? '', url));
    answer(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/maps/`;
});
beforeEach(() => {
  requests = [];
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const json = (body: unknown) => (response: ServerResponse) => {
  response.end(JSON.stringify(body));
};
const geocoder = (provider: Provider = 'nominatim', deadlineMs = 2_000) =>
  createProviderGeocoder({
    provider,
    url,
    apiKey: 'a-key',
    log: createLogger({ name: 'test', level: 'silent' }),
    deadlineMs,
  });

it.each([
  ['nominatim', '/maps/search', [{ lat: '40.5', lon: '-73.5' }]],
  [
    'google',
    '/maps/maps/api/geocode/json',
    {
      status: 'OK',
      results: [
        {
          geometry: { location: { lat: 40.5, lng: -73.5 } },
          address_components: [],
          formatted_address: '',
        },
      ],
    },
  ],
  ['mapbox', undefined, { features: [{ id: 'address.1', center: [-73.5, 40.5] }] }],
  [
    'here',
    undefined,
    {
      Response: {
        View: [
          {
            Result: [
              {
                Location: {
                  DisplayPosition: { Latitude: 40.5, Longitude: -73.5 },
                  Address: { AdditionalData: [] },
                },
              },
            ],
          },
        ],
      },
    },
  ],
] as const)('asks %s at the configured address', async (provider, path, body) => {
  answer = json(body);

  const place = await geocoder(provider).locate(address);

  expect(place).toEqual({ latitude: 40.5, longitude: -73.5 });
  expect(requests).toHaveLength(1);
  expect(requests[0]?.pathname).toMatch(path ?? /^\/maps\//);
  expect(decodeURIComponent(String(requests[0]).replaceAll('+', ' '))).toContain(
    '350 5th Avenue, New York, NY 10001',
  );
});

it.each([
  ['knows nothing', json([])],
  ['answers no coordinates', json([{ lat: 'here', lon: 'there' }])],
  ['answers a place off the earth', json([{ lat: '140.5', lon: '-73.5' }])],
  ['answers an error', json({ error: 'quota' })],
  ['answers no JSON', (response: ServerResponse) => void response.end('<html>')],
  ['refuses', (response: ServerResponse) => void response.writeHead(503).end('[]')],
  ['hangs up', (response: ServerResponse) => void response.destroy()],
])('estimates when the provider %s', async (_, reply) => {
  answer = reply;

  expect(await geocoder().locate(address)).toEqual(offline);
});

it.each(['nominatim', 'google', 'mapbox', 'here'] as const)(
  'survives whatever %s answers',
  async (provider) => {
    const odd = [null, 1, 'text', [null], {}, { features: [{}] }, { status: 'OK' }];
    const deep = { status: 'OK', results: [null], Response: { View: [{ Result: [{}] }] } };
    for (const body of [...odd, deep]) {
      answer = json(body);

      expect(await geocoder(provider).locate(address)).toEqual(offline);
    }
  },
);

it('estimates when the provider is not done by the deadline', async () => {
  answer = (response) => {
    response.write('[');
  };
  const startedAt = performance.now();

  expect(await geocoder('nominatim', 150).locate(address)).toEqual(offline);
  expect(performance.now() - startedAt).toBeLessThan(1_500);
});

it('leaves a provider alone that keeps failing, until the breaker closes', async () => {
  answer = (response) => void response.writeHead(500).end();
  const { locate, breaker } = geocoder();
  for (let count = 0; count < 10; count += 1) {
    expect(await locate(address)).toEqual(offline);
  }
  expect(breaker.opened).toBe(true);
  expect(requests.length).toBeLessThan(10);

  answer = json([{ lat: '40.5', lon: '-73.5' }]);
  breaker.close();
  expect(await locate(address)).toEqual({ latitude: 40.5, longitude: -73.5 });
});

it('estimates without asking', () => {
  expect(geocoder().estimate(address)).toEqual(offline);
  expect(requests).toEqual([]);
});
