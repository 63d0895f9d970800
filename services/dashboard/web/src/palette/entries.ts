import type { FoundRecordResponse, SessionResponse } from '../../../contract/responses';
import { mayUse } from '../../../contract/rights';
import type { SearchKind } from '../../../contract/values';
import { canOpen, PAGES } from '../shell/pages';
import { NEW_RECORDS, type NewRecord } from './new-records';

export interface Entry {
  readonly key: string;
  readonly title: string;
  readonly detail?: string;
  /** Shown at the end of its line. */
  readonly kind: string;
  readonly opens: { readonly path: string } | NewRecord;
}

export const KIND_NAMES: Readonly<Record<SearchKind, string>> = {
  customer: 'Customer',
  job: 'Job',
  asset: 'Asset',
  item: 'Part',
  technician: 'Technician',
  request: 'API request',
  event: 'Event',
  delivery: 'Delivery',
};

const listNewRecords = (session: SessionResponse): readonly NewRecord[] =>
  NEW_RECORDS.filter(
    ({ list, right }) =>
      mayUse(session.user.role, right) &&
      PAGES.some((page) => page.path === list && canOpen(session, page)),
  );

export const listOwnEntries = (session: SessionResponse): readonly Entry[] => {
  const pages = PAGES.filter((page) => canOpen(session, page));
  return [
    ...listNewRecords(session).map((created) => ({
      key: created.name,
      title: created.name,
      kind: 'Action',
      opens: created,
    })),
    ...pages
      .filter(({ path }) => !path.includes('$'))
      .map(({ name, path }) => ({
        key: path,
        title: name,
        kind: 'Page',
        opens: { path },
      })),
  ];
};

const toEntry = ({ kind, title, detail, path }: FoundRecordResponse): Entry => ({
  key: path,
  title,
  detail,
  kind: KIND_NAMES[kind],
  opens: { path },
});

const MAX_CUSTOMERS_WITH_NEW_JOB = 2;

const listNewJobs = (
  found: readonly FoundRecordResponse[],
  newJobs: readonly NewRecord[],
): readonly Entry[] =>
  found
    .filter(({ kind }) => kind === 'customer')
    .slice(0, MAX_CUSTOMERS_WITH_NEW_JOB)
    .flatMap(({ title, path }) =>
      newJobs.map((newJob) => ({
        key: `new job ${path}`,
        title: `New job for ${title}`,
        kind: 'Action',
        opens: { ...newJob, customer: { id: Number(path.split('/').at(-1)), name: title } },
      })),
    );

/** None for a role that may not create jobs. */
const listNewJobActions = (own: readonly Entry[]): readonly NewRecord[] =>
  own.flatMap(({ opens }) => ('list' in opens && opens.list === '/jobs' ? [opens] : []));

const startsWith = ({ title }: Entry, text: string): boolean =>
  title.toLowerCase().startsWith(text.toLowerCase());

const includes = ({ title }: Entry, text: string): boolean =>
  title.toLowerCase().includes(text.toLowerCase());

/** Entries that begin with the text come before the records, those that only contain it after them. */
export function listEntries(
  own: readonly Entry[],
  text: string,
  found: readonly FoundRecordResponse[],
): readonly Entry[] {
  if (text === '') return own;
  return [
    ...own.filter((entry) => startsWith(entry, text)),
    ...found.map(toEntry),
    ...listNewJobs(found, listNewJobActions(own)),
    ...own.filter((entry) => !startsWith(entry, text) && includes(entry, text)),
  ];
}

/** "New job for patel" searches for the customer. */
export const toSearchTerm = (text: string): string => text.replace(/^new job (for )?/i, '').trim();
