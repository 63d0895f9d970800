import { readConfig } from '@svc/config';
import { createInternalEnvironment } from '@svc/testing';
import { customersConfig } from './config';

const needed = {
  DATABASE_URL: 'postgres://svc_customers@127.0.0.1/fsm',
  ...createInternalEnvironment('customers'),
};

it('geocodes offline unless it is told otherwise', () => {
  expect(readConfig(customersConfig, needed).GEOCODER_PROVIDER).toBe('offline');
});

it.each(['nominatim', 'google', 'mapbox', 'here'])('takes %s as provider', (provider) => {
  const env = { ...needed, GEOCODER_PROVIDER: provider, GEOCODER_API_KEY: 'key' };

  expect(readConfig(customersConfig, env).GEOCODER_PROVIDER).toBe(provider);
});

it.each([
  ['GEOCODER_PROVIDER', { GEOCODER_PROVIDER: 'a map on the wall' }],
  ['GEOCODER_API_KEY', { GEOCODER_PROVIDER: 'google' }],
  ['GEOCODER_URL', { GEOCODER_URL: 'not an address' }],
])('names a bad %s', (variable, env) => {
  expect(() => readConfig(customersConfig, { ...needed, ...env })).toThrow(variable);
});
