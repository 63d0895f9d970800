/** The providers that can be configured, by the names that node-geocoder has for them. */
export const PROVIDERS = {
  nominatim: 'openstreetmap',
  google: 'google',
  mapbox: 'mapbox',
  here: 'here',
} as const;

export type Provider = keyof typeof PROVIDERS;
