import type { Logger } from '@svc/logging';
import type CircuitBreaker from 'opossum';
import type { Geocoder } from './geocoder';
import { offlineGeocoder } from './offline-geocoder';
import type { Provider } from './providers';

export interface GeocoderSettings {
  readonly provider: Provider | 'offline';
  readonly url: string | undefined;
  readonly apiKey: string | undefined;
}

/** The providers' parsers take 14 MB, so they are loaded only where a provider is configured. */
export async function createGeocoder(
  { provider, url, apiKey }: GeocoderSettings,
  log: Logger,
): Promise<{ geocoder: Geocoder; breakers: readonly CircuitBreaker[] }> {
  if (provider === 'offline') return { geocoder: offlineGeocoder, breakers: [] };
  const { createProviderGeocoder } = await import('./provider-geocoder');
  const geocoder = createProviderGeocoder({ provider, url, apiKey, log });
  return { geocoder, breakers: [geocoder.breaker] };
}
