import type { ActivityResponse } from '../../../../contract/responses';
import {
  ACTIVITY_KINDS,
  RECORD_ACTIVITY_KINDS,
  type ActivityKind,
} from '../../../../contract/values';
import { OPERATOR, PersonChooser } from '../../choosers/person-chooser';
import { FilterRow } from '../../records/filter-row';
import { SelectFilter } from '../../records/filters';
import { RecordTable, type Column } from '../../records/record-table';
import { useRecords, type ListedRecords } from '../../records/use-records';
import { useMayUse } from '../../session/may-use';
import { Breakable } from '../../shown/breakable';
import { PageFrame } from '../../shown/page';
import { Time } from '../../shown/times';
import { None } from '../../shown/none';

type Filter = 'user_id' | 'operator' | 'kind';
const FILTERS: readonly Filter[] = ['user_id', 'operator', 'kind'];

const KIND_NAMES: Readonly<Record<ActivityKind, string>> = {
  sign_in: 'Sign-ins',
  api_key: 'API keys',
  calendar: 'Calendar links',
  webhook: 'Webhooks',
  team: 'Team',
  deletion: 'Deletions and restorations',
  settings: 'Settings',
};

const FROM: Column<ActivityResponse> = {
  name: 'From',
  phone: 'hidden',
  isAddress: true,
  width: '15%',
  cell: ({ from }) => (from === null ? <None>Command line</None> : <Breakable text={from} />),
};

export default function ActivityPage() {
  const activities = useRecords<ActivityResponse, Filter>('activity', FILTERS);
  const isWhole = useMayUse()('whole_activity');
  const listed = isWhole
    ? 'Sign-ins and changes to keys, webhooks, team and settings'
    : 'Deletions, restorations and calendar links';
  return (
    <PageFrame name="Activity" about="Who did what in your account, for one year.">
      <Filters records={activities} isWhole={isWhole} />
      <RecordTable
        name="Activity"
        records={activities}
        columns={[
          { name: 'Time', cell: ({ time }) => <Time value={time} />, width: '15%', phone: 'plain' },
          { name: 'Who', cell: ({ who }) => who, width: '20%', phone: 'plain' },
          { name: 'What', cell: ({ what }) => what, phone: 'title' },
          ...(isWhole ? [FROM] : []),
        ]}
        getKey={(activity) => activity.activity_id}
        empty={`No activity yet. ${listed} are listed here.`}
      />
    </PageFrame>
  );
}

interface FiltersProps {
  readonly records: ListedRecords<ActivityResponse, Filter>;
  readonly isWhole: boolean;
}

function Filters({ records, isWhole }: FiltersProps) {
  const { filters, filter } = records;
  const person = filters.operator === 'true' ? OPERATOR.id : filters.user_id;
  const kinds = isWhole ? ACTIVITY_KINDS : RECORD_ACTIVITY_KINDS;
  const choices = kinds.map((value) => ({ value, label: KIND_NAMES[value] }));
  return (
    <FilterRow of={records}>
      {isWhole && (
        <PersonChooser
          w={220}
          placeholder="All"
          value={person === undefined ? null : Number(person)}
          onChange={(id) =>
            filter({
              operator: id === OPERATOR.id ? 'true' : undefined,
              user_id: id ? String(id) : undefined,
            })
          }
        />
      )}
      <SelectFilter of={records} by="kind" label="Kind" data={choices} w={240} />
    </FilterRow>
  );
}
