import { Group, Select, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import {
  ACTIVITY_KINDS,
  type ActivityAnswer,
  type ActivityKind,
  type ActivityPersonAnswer,
} from '../../../../contract/activity';
import { RecordTable } from '../../records/record-table';
import { useRecords, type Records } from '../../records/use-records';
import { ask } from '../../server/ask';
import { Page as PageFrame } from '../../shown/page';
import { Time } from '../../shown/times';

type Filter = 'user_id' | 'operator' | 'kind';
const FILTERS: readonly Filter[] = ['user_id', 'operator', 'kind'];

/** Among the people, whose ids are numbers. */
const OPERATOR = { value: 'operator', label: 'Operator' };

const KIND_NAMES: Readonly<Record<ActivityKind, string>> = {
  sign_in: 'Sign-ins',
  api_key: 'API keys',
  webhook: 'Webhooks',
  team: 'Team',
  deletion: 'Deletions and restorations',
  settings: 'Settings',
};
const KINDS = ACTIVITY_KINDS.map((value) => ({ value, label: KIND_NAMES[value] }));

export function Page() {
  const activities = useRecords<ActivityAnswer, Filter>('activity', FILTERS);
  return (
    <PageFrame name="Activity" about="Who did what in your account in the last year.">
      <Filters records={activities} />
      <RecordTable
        name="Activity"
        records={activities}
        columns={[
          { name: 'Time', cell: ({ time }) => <Time value={time} />, width: '15%' },
          { name: 'Who', cell: ({ who }) => who, width: '20%' },
          { name: 'What', cell: ({ what }) => what },
          { name: 'From', cell: ({ from }) => from ?? <CommandLine />, width: '15%' },
        ]}
        keyOf={(activity) => activity.activity_id}
        empty="Nothing was done yet. Sign-ins, and changes of keys, webhooks, the team and settings, will be here."
      />
    </PageFrame>
  );
}

const CommandLine = () => (
  <Text size="sm" c="dimmed">
    Command line
  </Text>
);

function Filters({
  records: { filters, filter },
}: {
  readonly records: Records<ActivityAnswer, Filter>;
}) {
  const { data: people = [] } = useQuery({
    queryKey: ['activity/people'],
    queryFn: async () => (await ask<ActivityPersonAnswer[]>('GET', 'activity/people')).data,
  });
  const choices = people.map(({ user_id: id, name }) => ({ value: String(id), label: name }));
  const every = { clearable: true, placeholder: 'All' };
  return (
    <Group mb="md" gap="sm" align="flex-end">
      <Select
        label="Person"
        data={[OPERATOR, ...choices]}
        searchable
        w={220}
        value={filters.operator === 'true' ? OPERATOR.value : (filters.user_id ?? null)}
        onChange={(value) => {
          const isOperator = value === OPERATOR.value;
          filter({
            operator: isOperator ? 'true' : undefined,
            user_id: isOperator ? undefined : (value ?? undefined),
          });
        }}
        {...every}
      />
      <Select
        label="Kind"
        data={KINDS}
        w={240}
        value={filters.kind ?? null}
        onChange={(kind) => filter({ kind: kind ?? undefined })}
        {...every}
      />
    </Group>
  );
}
