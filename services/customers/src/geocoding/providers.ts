export const PROVIDERS = {
  nominatim: 'openstreetmap',
  google: 'google',
  mapbox: 'mapbox',
  here: 'here',
} as const;

export type Provider = keyof typeof PROVIDERS;
