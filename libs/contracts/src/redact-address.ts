import type { Collection } from './collection';
import { CALENDAR_PATH, DASHBOARD_PATH } from './dashboard';
import { COLLECTIONS } from './endpoints';
import { INTERNAL_ROUTES } from './internal-reads';
import { splitTarget } from './query';

const HIDDEN = '…';
const MAX_SEGMENTS = 8;
const MAX_PARAMETERS = 12;
const PARAMETER = /^[a-z][a-z0-9_]{0,39}$/;

const splitPath = (path: string): string[] => path.split('/');
const SEGMENTS: ReadonlySet<string> = new Set(
  [...COLLECTIONS, ...INTERNAL_ROUTES]
    .map(({ path }) => path)
    .concat(DASHBOARD_PATH, CALENDAR_PATH)
    .flatMap(splitPath),
);

const listConstants = ({ operations }: Collection): string[] =>
  Object.values(operations).flatMap(({ where }) =>
    Object.entries(where)
      .filter(([, value]) => value !== '')
      .map((pair) => pair.join('=')),
  );
const CONSTANTS: ReadonlySet<string> = new Set(COLLECTIONS.flatMap(listConstants));

/**
 * `/api/v1/inventory?id=7&sub=stock` becomes `/api/v1/inventory?id&sub=stock`. An unknown path keeps only
 * words of the API, as it may hold an e-mail address.
 */
export function redactAddress(target: string): string {
  const { path, query } = splitTarget(target);
  const segments = path.split('/', MAX_SEGMENTS);
  const redacted = segments.map((segment) => (SEGMENTS.has(segment) ? segment : HIDDEN)).join('/');
  if (query === '') return redacted;
  return `${redacted}?${query.split('&', MAX_PARAMETERS).map(redactParameter).join('&')}`;
}

function redactParameter(parameter: string): string {
  if (CONSTANTS.has(parameter)) return parameter;
  const [name = ''] = parameter.split('=', 1);
  return PARAMETER.test(name) ? name : HIDDEN;
}
