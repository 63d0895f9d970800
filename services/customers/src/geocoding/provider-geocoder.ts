import type { Logger } from '@svc/logging';
import nodeGeocoder from 'node-geocoder';
import CircuitBreaker from 'opossum';
import type { Address, Coordinates } from '../domain/location';
import type { Geocoder } from './geocoder';
import { estimate } from './offline-geocoder';
import { PROVIDERS, type Provider } from './providers';

export interface ProviderSettings {
  readonly provider: Provider;
  /** Replaces the provider's own address, for a private instance or a proxy. */
  readonly url: string | undefined;
  readonly apiKey: string | undefined;
  readonly log: Logger;
  readonly deadlineMs?: number;
}

const DEADLINE_MS = 2_000;
const PUBLIC_NOMINATIM = 'https://nominatim.openstreetmap.org';

/**
 * Calls a provider within a deadline and behind a breaker; without a result, it estimates offline.
 */
export function providerGeocoder(
  settings: ProviderSettings,
): Geocoder & { readonly breaker: CircuitBreaker } {
  const { provider, log, deadlineMs = DEADLINE_MS } = settings;
  const ask = askerOf(settings, deadlineMs);
  const breaker = new CircuitBreaker(ask, {
    name: 'geocoder',
    timeout: false,
    volumeThreshold: 3,
    errorThresholdPercentage: 50,
    resetTimeout: 10_000,
  });
  return {
    breaker,
    isRemote: true,
    estimate,

    async locate(address) {
      try {
        return (await breaker.fire(address)) ?? estimate(address);
      } catch (error) {
        // Never log the address or the provider's URL, which may hold its key.
        log.warn({ provider, reason: reasonOf(error) }, 'geocoder failed, location estimated');
        return estimate(address);
      }
    },
  };
}

const reasonOf = (error: unknown): string =>
  error instanceof Error ? String(Reflect.get(error, 'code') ?? error.name) : 'unknown';

function askerOf(
  { provider, url, apiKey }: ProviderSettings,
  deadlineMs: number,
): (address: Address) => Promise<Coordinates | undefined> {
  const options = {
    provider: PROVIDERS[provider],
    ...(apiKey !== undefined && { apiKey }),
    osmServer: PUBLIC_NOMINATIM,
  };
  const geocoder = nodeGeocoder(options as nodeGeocoder.Options);
  askThrough(geocoder, httpAdapter(deadlineMs, url));
  return async ({ addressStreet, addressCity, addressState, addressZip }) => {
    const [best] = await geocoder.geocode(
      `${addressStreet}, ${addressCity}, ${addressState} ${addressZip}, USA`,
    );
    return best && coordinatesIn(best);
  };
}

function coordinatesIn({ latitude, longitude }: nodeGeocoder.Entry): Coordinates | undefined {
  if (latitude === undefined || longitude === undefined) return undefined;
  const isOnEarth = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
  return isOnEarth ? { latitude, longitude } : undefined;
}

type Done = (error: unknown, answer?: unknown) => void;

interface HttpAdapter {
  get(url: string, parameters: Readonly<Record<string, string>>, done: Done): void;
}

/**
 * node-geocoder's own adapter calls back outside any promise, so one odd response would end the
 * process.
 */
function askThrough(geocoder: nodeGeocoder.Geocoder, adapter: HttpAdapter): void {
  const { _geocoder: reader } = geocoder as unknown as { _geocoder: { httpAdapter: HttpAdapter } };
  reader.httpAdapter = adapter;
}

/** Anything but a 2xx with JSON that node-geocoder can read is a failure. */
const httpAdapter = (deadlineMs: number, base: string | undefined): HttpAdapter => ({
  get(url, parameters, done) {
    const target = `${base === undefined ? url : rebased(url, base)}?${new URLSearchParams(parameters)}`;
    readJson(target, deadlineMs).then((answer) => {
      try {
        done(null, answer);
      } catch (error) {
        done(error);
      }
    }, done);
  },
});

async function readJson(url: string, deadlineMs: number): Promise<unknown> {
  const answer = await fetch(url, {
    headers: { 'accept': 'application/json', 'user-agent': 'field-service-platform/1.0' },
    signal: AbortSignal.timeout(deadlineMs),
  });
  if (answer.ok) return JSON.parse(await answer.text());
  await answer.body?.cancel();
  throw Object.assign(new Error('The geocoder rejected the request.'), {
    code: `HTTP_${answer.status}`,
  });
}

const rebased = (url: string, base: string): string =>
  base.replace(/\/+$/, '') + new URL(url).pathname;
