import { Paper, SimpleGrid, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { InvoiceSumsResponse } from '../../../../contract/responses';
import { QueriesFailure } from '../../shown/failure-alert';
import { formatCount } from '../../shown/format-count';
import { useMoney } from '../../shown/money';
import { Section } from '../../shown/section';
import { TextLink } from '../../shown/text-link';
import { completedJobsQuery, moneyQuery } from './queries';

type Sums = InvoiceSumsResponse['unpaid'];

export function Money() {
  const sums = useQuery(moneyQuery);
  const completed = useQuery(completedJobsQuery);
  const format = useMoney();
  const isLoading = sums.isPending || completed.isPending;
  const renderSums = (each: Sums): string =>
    each.map(({ cents, currency }) => format(cents, currency)).join(' + ') || format(0, 'USD');
  return (
    <Paper withBorder p="md" aria-busy={isLoading}>
      <Section
        name="Money"
        action={
          <TextLink to="/jobs" search={{ worklist: 'to_invoice' }}>
            View jobs to invoice
          </TextLink>
        }
      >
        <QueriesFailure what="money" queries={[sums, completed]} />
        {isLoading && <Skeleton height={48} />}
        {sums.data && completed.data && (
          <SimpleGrid component="dl" cols={{ base: 1, xs: 3 }} my={0}>
            <Figure name="To invoice">
              {formatCount(completed.data.pagination?.total ?? 0, 'job')}
            </Figure>
            <Figure name="Unpaid">{renderSums(sums.data.data.unpaid)}</Figure>
            <Figure name="Paid this week">{renderSums(sums.data.data.paid_this_week)}</Figure>
          </SimpleGrid>
        )}
      </Section>
    </Paper>
  );
}

const Figure = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div>
    <Text component="dt" size="sm" c="dimmed">
      {name}
    </Text>
    <Text component="dd" m={0} fw={600}>
      {children}
    </Text>
  </div>
);
