import { createConfigSchema, httpUrl } from '@svc/process';
import Joi from 'joi';
import { PROVIDERS, type Provider } from './geocoding/providers';

interface GeocoderConfig {
  readonly GEOCODER_PROVIDER: Provider | 'offline';
  readonly GEOCODER_URL?: string;
  readonly GEOCODER_API_KEY?: string;
}

const KEYED: readonly Provider[] = ['google', 'mapbox', 'here'];

export const customersConfig = createConfigSchema<GeocoderConfig>('customers', {
  GEOCODER_PROVIDER: Joi.string()
    .valid('offline', ...Object.keys(PROVIDERS))
    .default('offline'),
  GEOCODER_URL: httpUrl,
  GEOCODER_API_KEY: Joi.string().when('GEOCODER_PROVIDER', {
    is: Joi.valid(...KEYED),
    then: Joi.required(),
  }),
});
