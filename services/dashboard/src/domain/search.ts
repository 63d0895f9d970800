import { textKey } from '@svc/contracts';
import type { SearchKind } from '../../contract/values';

export interface FoundRecord {
  readonly kind: SearchKind;
  readonly title: string;
  readonly detail: string;
  /** Leads to its page, below `/dashboard`. */
  readonly path: string;
}

export interface SearchResult {
  readonly records: readonly FoundRecord[];
  /** The kinds whose owner did not respond. */
  readonly unavailable: readonly SearchKind[];
}

const MAX_FOUND = 10;

/** The closest matches first; equally close ones stay in the order given. */
export const selectClosest = (term: string, records: readonly FoundRecord[]): FoundRecord[] => {
  const sought = textKey(term.replace(/^#/, ''));
  return records
    .toSorted((one, other) => getDistance(one, sought) - getDistance(other, sought))
    .slice(0, MAX_FOUND);
};

/** A number or tag in full, then the beginning of a title, then of one of its words. */
function getDistance({ title, detail }: FoundRecord, sought: string): number {
  const [name, ...details] = [title, ...detail.split(' · ')].map(textKey);
  if ([name, ...details].includes(sought)) return 0;
  if (name?.startsWith(sought)) return 1;
  return name?.includes(` ${sought}`) ? 2 : 3;
}
