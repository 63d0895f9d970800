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
export function createProviderGeocoder(
  settings: ProviderSettings,
): Geocoder & { readonly breaker: CircuitBreaker } {
  const { provider, log, deadlineMs = DEADLINE_MS } = settings;
  const lookUp = createLookup(settings, deadlineMs);
  const breaker = new CircuitBreaker(lookUp, {
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
        log.warn({ provider, reason: toReason(error) }, 'geocoder failed, location estimated');
        return estimate(address);
      }
    },
  };
}

const toReason = (error: unknown): string =>
  error instanceof Error ? String(Reflect.get(error, 'code') ?? error.name) : 'unknown';

function createLookup(
  { provider, url, apiKey }: ProviderSettings,
  deadlineMs: number,
): (address: Address) => Promise<Coordinates | undefined> {
  const options = {
    provider: PROVIDERS[provider],
    ...(apiKey !== undefined && { apiKey }),
    osmServer: PUBLIC_NOMINATIM,
  };
  const geocoder = nodeGeocoder(options as nodeGeocoder.Options);
  replaceHttpAdapter(geocoder, createHttpAdapter(deadlineMs, url));
  return async ({ addressStreet, addressCity, addressState, addressZip }) => {
    const [best] = await geocoder.geocode(
      `${addressStreet}, ${addressCity}, ${addressState} ${addressZip}, USA`,
    );
    return best && toCoordinates(best);
  };
}

function toCoordinates({ latitude, longitude }: nodeGeocoder.Entry): Coordinates | undefined {
  if (latitude === undefined || longitude === undefined) return undefined;
  const isOnEarth = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
  return isOnEarth ? { latitude, longitude } : undefined;
}

type Done = (error: unknown, body?: unknown) => void;

interface HttpAdapter {
  get(url: string, parameters: Readonly<Record<string, string>>, done: Done): void;
}

/**
 * node-geocoder's own adapter calls back outside any promise, so one odd response would end the
 * process.
 */
function replaceHttpAdapter(geocoder: nodeGeocoder.Geocoder, adapter: HttpAdapter): void {
  const { _geocoder: reader } = geocoder as unknown as { _geocoder: { httpAdapter: HttpAdapter } };
  reader.httpAdapter = adapter;
}

/** Anything but a 2xx with JSON that node-geocoder can read is a failure. */
const createHttpAdapter = (deadlineMs: number, base: string | undefined): HttpAdapter => ({
  get(url, parameters, done) {
    const target = `${base === undefined ? url : replaceBase(url, base)}?${new URLSearchParams(parameters)}`;
    readJson(target, deadlineMs).then((body) => {
      try {
        done(null, body);
      } catch (error) {
        done(error);
      }
    }, done);
  },
});

async function readJson(url: string, deadlineMs: number): Promise<unknown> {
  const response = await fetch(url, {
    headers: { 'accept': 'application/json', 'user-agent': 'field-service-platform/1.0' },
    signal: AbortSignal.timeout(deadlineMs),
  });
  if (response.ok) return JSON.parse(await response.text());
  await response.body?.cancel();
  throw Object.assign(new Error('The geocoder rejected the request.'), {
    code: `HTTP_${response.status}`,
  });
}

const replaceBase = (url: string, base: string): string =>
  base.replace(/\/+$/, '') + new URL(url).pathname;
