import { FIRST_PLANNED_ID } from '@svc/contracts';

const isId = (name: string): boolean => name === 'id' || name.endsWith('_id');

/**
 * Replaces ids from undone transactions of a dry run by ids that no record has, so that later entries can
 * refer to them.
 */
export function createPlannedIds(): <Data>(response: Data) => Data {
  let next = FIRST_PLANNED_ID;
  function planned(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(planned);
    if (typeof value !== 'object' || value === null) return value;
    const isNew = Reflect.get(value, 'outcome') === 'created';
    return Object.fromEntries(
      Object.entries(value).map(([name, each]) => [
        name,
        isNew && isId(name) ? (next += 1) : planned(each),
      ]),
    );
  }
  return <Data>(response: Data) => planned(response) as Data;
}
