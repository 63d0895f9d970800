import { APPLY_OUTCOMES, type ApplyOutcome } from '@svc/contracts';
import { KINDS, type ManifestKind } from './kinds';

type Tally = Record<ApplyOutcome, number>;

export type Counts = Readonly<Record<ManifestKind, Tally>>;

const noneYet = (): Tally => ({ created: 0, changed: 0, unchanged: 0 });

export const nothingCounted = (): Counts =>
  Object.fromEntries(KINDS.map((kind) => [kind, noneYet()])) as Counts;

interface Counted {
  readonly outcome: ApplyOutcome;
}

export interface CountedEntry extends Counted {
  readonly locations?: readonly Counted[];
  readonly meters?: readonly Counted[];
}

export function countEntry(counts: Counts, kind: ManifestKind, entry: CountedEntry): void {
  const { locations = [], meters = [] } = entry;
  counts[kind][entry.outcome] += 1;
  for (const { outcome } of locations) counts.customer_locations[outcome] += 1;
  for (const { outcome } of meters) counts.meters[outcome] += 1;
}

export const toCountRows = (counts: Counts): Readonly<Record<string, unknown>>[] =>
  KINDS.filter((kind) => APPLY_OUTCOMES.some((outcome) => counts[kind][outcome] > 0)).map(
    (kind) => ({
      kind: kind.replaceAll('_', ' '),
      ...counts[kind],
    }),
  );
