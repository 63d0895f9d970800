import { Progress, Skeleton, Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { AllowanceResponse, CompanyResponse } from '../../../../contract/responses';
import { LIMIT_MEANINGS, type LimitName } from '../../../../contract/values';
import { Facts } from '../../shown/facts';
import { FailureAlert } from '../../shown/failure-alert';
import { toCapitalized } from '../../shown/wording';
import { companyQuery } from './company';
import { SettingsSection } from './section';

export function LimitsSection() {
  const { data, error, refetch } = useQuery(companyQuery);
  return (
    <SettingsSection
      name="Plan and limits"
      about="Ask your platform operator to change these. Daily limits reset at midnight UTC."
    >
      {data && <Limits company={data} />}
      {!data && error && <FailureAlert what="the limits" error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton height={300} aria-busy="true" />}
    </SettingsSection>
  );
}

const formatNumber = (value: number): string => value.toLocaleString('en');

const LIMITS = Object.keys(LIMIT_MEANINGS) as LimitName[];

function Limits({ company }: { readonly company: CompanyResponse }) {
  const { plan, features, limits, allowances } = company;
  return (
    <Stack gap="md" maw="30rem">
      <Used name="Reads today" allowance={allowances.reads_per_day} />
      <Used name="Writes today" allowance={allowances.writes_per_day} />
      <Facts
        facts={[
          ['Plan', toCapitalized(plan)],
          ['Features', features.map(toCapitalized).join(', ') || 'None'],
        ]}
      />
      <Table aria-label="Limits">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Limit</Table.Th>
            <Table.Th ta="right">Requests</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {LIMITS.map((limit) => (
            <Table.Tr key={limit}>
              <Table.Td>{LIMIT_MEANINGS[limit]}</Table.Td>
              <Table.Td ta="right">{formatNumber(limits[limit])}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Stack>
  );
}

interface UsedProps {
  readonly name: string;
  readonly allowance: AllowanceResponse;
}

function Used({ name, allowance: { used, limit } }: UsedProps) {
  const percent = limit === 0 ? 100 : Math.min((100 * used) / limit, 100);
  return (
    <div>
      <Text size="sm" mb={4}>
        {name}: {formatNumber(used)} of {formatNumber(limit)}
      </Text>
      <Progress value={percent} aria-label={name} />
    </div>
  );
}
