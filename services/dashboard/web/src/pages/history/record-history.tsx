import { Text } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';
import type { FieldChangeResponse, HistoryResponse } from '../../../../contract/responses';
import { RecordList } from '../../records/record-list';
import { useRecords } from '../../records/use-records';
import { Time } from '../../shown/times';
import { toCapitalized, toMidSentence } from '../../shown/wording';
import classes from './record-history.module.css';

interface HistoryProps {
  readonly path: string;
  readonly names: Readonly<Record<string, string>>;
  /** Never called with null or an empty list. */
  readonly show?: (field: string, value: unknown) => ReactNode;
  readonly deletion?: string;
}

export function HistoryTimeline({ path, ...shown }: HistoryProps) {
  const entries = useRecords<HistoryResponse>(`${path}/history`, [], { pageName: 'history_page' });
  return (
    <RecordList
      name="History"
      records={entries}
      item={(entry) => (
        <div className={classes['entry']}>
          <Text size="sm">
            <Sentence entry={entry} {...shown} />
          </Text>
          <Text size="xs" c="dimmed">
            <Time value={entry.time} />
            {isByKey(entry) && ' · API key'}
          </Text>
        </div>
      )}
      getKey={({ version, location_id: locationId }) => `${locationId ?? ''} ${version}`}
      empty="No changes yet."
    />
  );
}

const isByKey = ({ source }: HistoryResponse): boolean => source?.startsWith('api_key:') ?? false;

interface SentenceProps extends Omit<HistoryProps, 'path'> {
  readonly entry: HistoryResponse;
}

/** Such as "Marcus Manager changed status from Pending to Assigned." */
function Sentence({ entry, ...shown }: SentenceProps) {
  const { who, changes, location_name: location } = entry;
  return (
    <>
      <strong>{who ?? 'Somebody'}</strong>{' '}
      {changes.length === 0
        ? 'created this'
        : changes.map((change, at) => (
            <Fragment key={change.field}>
              {at > 0 && (at === changes.length - 1 ? ' and ' : ', ')}
              <Clause change={change} {...shown} />
            </Fragment>
          ))}
      {location && ` (location ${location})`}.
    </>
  );
}

interface ClauseProps extends Omit<HistoryProps, 'path'> {
  readonly change: FieldChangeResponse;
}

function Clause({
  change: { field, before, after, name_before: nameBefore, name_after: nameAfter },
  names,
  show = (_field, value) => formatValue(value),
  deletion = 'deleted',
}: ClauseProps) {
  if (field === 'deleted') return `${after === true ? deletion : 'restored'} this`;
  const name = toMidSentence(names[field] ?? toCapitalized(field));
  const old = nameBefore ?? (isNone(before) ? null : show(field, before));
  if (isNone(after))
    return old === null ? (
      `cleared ${name}`
    ) : (
      <>
        removed {name} {old}
      </>
    );
  const now = nameAfter ?? show(field, after);
  return old === null ? (
    <>
      set {name} to {now}
    </>
  ) : (
    <>
      changed {name} from {old} to {now}
    </>
  );
}

const isNone = (value: unknown): boolean =>
  value === null || (Array.isArray(value) && value.length === 0);

export const formatValue = (value: unknown): string => {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return String(value);
};
