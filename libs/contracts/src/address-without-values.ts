import type { Collection } from './collection';
import { DASHBOARD_PATH } from './dashboard';
import { COLLECTIONS } from './endpoints';
import { INTERNAL_ROUTES } from './internal-reads';
import { splitTarget } from './query';

const HIDDEN = '…';
const MOST_SEGMENTS = 8;
const MOST_PARAMETERS = 12;
const PARAMETER = /^[a-z][a-z0-9_]{0,39}$/;

const segmentsOf = (path: string): string[] => path.split('/');
const SEGMENTS: ReadonlySet<string> = new Set(
  [...COLLECTIONS, ...INTERNAL_ROUTES]
    .map(({ path }) => path)
    .concat(DASHBOARD_PATH)
    .flatMap(segmentsOf),
);

const constantsOf = ({ operations }: Collection): string[] =>
  Object.values(operations).flatMap(({ where }) =>
    Object.entries(where)
      .filter(([, value]) => value !== '')
      .map((pair) => pair.join('=')),
  );
/** Such as `sub=stock`: part of an address of the endpoint table. */
const CONSTANTS: ReadonlySet<string> = new Set(COLLECTIONS.flatMap(constantsOf));

/**
 * A request's address as a log or a trace may hold it: the API's own words, `dashboard`, and names of
 * parameters.
 *
 * `/api/v1/inventory?id=7&sub=stock` is `/api/v1/inventory?id&sub=stock`. A path that is none of the
 * API's keeps only the words that it shares with one: somebody may have put an e-mail address there.
 */
export function addressWithoutValues(target: string): string {
  const { path, query } = splitTarget(target);
  const segments = path.split('/', MOST_SEGMENTS);
  const shown = segments.map((segment) => (SEGMENTS.has(segment) ? segment : HIDDEN)).join('/');
  if (query === '') return shown;
  return `${shown}?${query.split('&', MOST_PARAMETERS).map(parameterWithoutValue).join('&')}`;
}

function parameterWithoutValue(parameter: string): string {
  if (CONSTANTS.has(parameter)) return parameter;
  const [name = ''] = parameter.split('=', 1);
  return PARAMETER.test(name) ? name : HIDDEN;
}
