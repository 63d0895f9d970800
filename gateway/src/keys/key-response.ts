import { DEFAULT_LIMITS, MODES, type LimitName, type Limits } from '@svc/contracts';
import { defineNamedResponse, defineResponse } from '@svc/http';
import type { ApiKey } from './key';

const LIMIT_NAMES = Object.keys(DEFAULT_LIMITS) as readonly LimitName[];

const limitsResponse = defineResponse(
  (limits: Limits, _view, show) =>
    Object.fromEntries(LIMIT_NAMES.map((name) => [name, show.count(limits[name])])) as Limits,
);

type DescribedKey = Pick<ApiKey, 'id' | 'name' | 'mode' | 'scopes' | 'expiresAt'> & {
  readonly company: Pick<ApiKey['company'], 'limits'>;
};

export const keyResponse = defineNamedResponse(
  'Key',
  ({ id, name, mode, scopes, company, expiresAt }: DescribedKey, view, show) => ({
    id: show.id(id),
    name: show.text(name),
    mode: show.oneOf(MODES, mode),
    scopes: show.texts([...scopes], 'With the scopes that these include.'),
    limits: show.part(limitsResponse, company.limits, view),
    expires_at: show.optionalTimestamp(
      expiresAt,
      view.zone,
      'From then on the key is refused (401); null if it does not expire.',
    ),
  }),
);
