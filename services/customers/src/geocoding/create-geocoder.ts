import type { Logger } from '@svc/logging';
import type CircuitBreaker from 'opossum';
import type { Geocoder } from './geocoder';
import { offlineGeocoder } from './offline-geocoder';
import { providerGeocoder, type Provider } from './provider-geocoder';

export interface GeocoderSettings {
  readonly provider: Provider | 'offline';
  readonly url: string | undefined;
  readonly apiKey: string | undefined;
}

/** The configured geocoder, with the breakers that guard it. */
export function createGeocoder(
  { provider, url, apiKey }: GeocoderSettings,
  log: Logger,
): { geocoder: Geocoder; breakers: readonly CircuitBreaker[] } {
  if (provider === 'offline') return { geocoder: offlineGeocoder, breakers: [] };
  const geocoder = providerGeocoder({ provider, url, apiKey, log });
  return { geocoder, breakers: [geocoder.breaker] };
}
