import { Skeleton, Stack, Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { CompanyResponse } from '../../../../contract/responses';
import { LIMIT_MEANINGS, type LimitName } from '../../../../contract/values';
import { Allowance } from '../../shown/allowance';
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

const LIMITS = Object.keys(LIMIT_MEANINGS) as LimitName[];

function Limits({ company }: { readonly company: CompanyResponse }) {
  const { plan, features, limits, allowances } = company;
  return (
    <Stack gap="md" maw="30rem">
      <Allowance name="Reads today" {...allowances.reads_per_day} />
      <Allowance name="Writes today" {...allowances.writes_per_day} />
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
              <Table.Td ta="right">{limits[limit].toLocaleString('en')}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Stack>
  );
}
