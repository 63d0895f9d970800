import type { RejectionsResponse } from '../../../../contract/responses';

interface GroupedRejections {
  readonly names: readonly string[];
  /** For each day, one count per name. */
  readonly counts: readonly (readonly number[])[];
}

const OTHERS = 'Other';

/** The most frequent errors by name, and the rest together if there are more than `maxNames`. */
export function groupRejections(
  days: readonly RejectionsResponse[],
  maxNames: number,
): GroupedRejections {
  const totals = new Map<string, number>();
  for (const { error, requests } of days.flatMap(({ errors }) => errors)) {
    totals.set(error, (totals.get(error) ?? 0) + requests);
  }
  const all = [...totals].sort(([, one], [, other]) => other - one).map(([error]) => error);
  const named = all.length > maxNames ? all.slice(0, maxNames - 1) : all;
  const names = named.length < all.length ? [...named, OTHERS] : named;
  const counts = days.map(({ errors }) =>
    names.map((name) =>
      errors
        .filter(({ error }) => (named.includes(error) ? error : OTHERS) === name)
        .reduce((sum, { requests }) => sum + requests, 0),
    ),
  );
  return { names, counts };
}
