import type { Logger } from '@svc/logging';
import nodeGeocoder from 'node-geocoder';
import CircuitBreaker from 'opossum';
import type { Address, Coordinates } from '../domain/location';
import type { Geocoder } from './geocoder';
import { estimate } from './offline-geocoder';

/** The providers that can be configured, by the names that node-geocoder has for them. */
export const PROVIDERS = {
  nominatim: 'openstreetmap',
  google: 'google',
  mapbox: 'mapbox',
  here: 'here',
} as const;

export type Provider = keyof typeof PROVIDERS;

export interface ProviderSettings {
  readonly provider: Provider;
  /** Takes the place of the provider's own address, for an instance or a proxy of one's own. */
  readonly url: string | undefined;
  readonly apiKey: string | undefined;
  readonly log: Logger;
  readonly deadlineMs?: number;
}

const DEADLINE_MS = 2_000;
const PUBLIC_NOMINATIM = 'https://nominatim.openstreetmap.org';

/** Asks a provider within a deadline and behind a breaker; what it cannot tell is estimated offline. */
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
    estimate,

    async locate(address) {
      try {
        return (await breaker.fire(address)) ?? estimate(address);
      } catch (error) {
        // Neither the address nor the provider's URL, which may hold its key.
        log.warn({ provider, reason: reasonOf(error) }, 'geocoder failed, location estimated');
        return estimate(address);
      }
    },
  };
}

const reasonOf = (error: unknown): unknown =>
  error instanceof Error ? (Reflect.get(error, 'code') ?? error.name) : 'unknown';

function askerOf(
  { provider, url, apiKey }: ProviderSettings,
  deadlineMs: number,
): (address: Address) => Promise<Coordinates | undefined> {
  const options = {
    provider: PROVIDERS[provider],
    ...(apiKey !== undefined && { apiKey }),
    osmServer: PUBLIC_NOMINATIM,
    fetch: fetchWithin(deadlineMs, url),
  };
  // The package's types know no fetch but that of node-fetch.
  const geocoder = nodeGeocoder(options as unknown as nodeGeocoder.Options);
  return async ({ street, city, state, zip }) => {
    const [best] = await geocoder.geocode(`${street}, ${city}, ${state} ${zip}, USA`);
    return best && coordinatesIn(best);
  };
}

function coordinatesIn({ latitude, longitude }: nodeGeocoder.Entry): Coordinates | undefined {
  if (latitude === undefined || longitude === undefined) return undefined;
  const isOnEarth = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
  return isOnEarth ? { latitude, longitude } : undefined;
}

/** A fetch that ends by the deadline and takes any answer but a 2xx with JSON as a failure. */
const fetchWithin =
  (deadlineMs: number, base: string | undefined) =>
  async (given: string): Promise<Response> => {
    const answer = await fetch(base === undefined ? given : rebased(given, base), {
      headers: { 'accept': 'application/json', 'user-agent': 'field-service-platform/1.0' },
      signal: AbortSignal.timeout(deadlineMs),
    });
    if (!answer.ok) {
      throw Object.assign(new Error('The geocoder refused.'), { code: `HTTP_${answer.status}` });
    }
    return Response.json(await answer.json());
  };

/** The same path and query at another server, below the base's own path. */
function rebased(given: string, base: string): string {
  const { pathname, search } = new URL(given);
  return base.replace(/\/+$/, '') + pathname + search;
}
