import { Paper, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Right } from '../../../../contract/rights';
import { useMayUse } from '../../session/may-use';
import { useSession } from '../../session/session';
import { QueriesFailure } from '../../shown/failure-alert';
import { None } from '../../shown/none';
import { Section } from '../../shown/section';
import { TextLink } from '../../shown/text-link';
import { useCompanyClock } from '../../shown/times';
import { useNow } from '../../shown/use-now';
import classes from './overview.module.css';
import {
  deliveredHoursQuery,
  lowStockQuery,
  newRequestsQuery,
  refusedRequestsQuery,
  todaysJobsQuery,
} from './queries';

const DAY_MS = 86_400_000;

interface Need {
  readonly name: string;
  /** Needed to do the work. */
  readonly right: Right;
  readonly count: number | undefined;
  readonly to: string;
  readonly search: Readonly<Record<string, string>>;
}

/** Counts of work that waits, each a link to its list; counts of 0 are left out. */
export function NeedsYou() {
  const { company } = useSession();
  const mayUse = useMayUse();
  const hasStock = company.features.includes('inventory') && mayUse('change_inventory');
  const hasRequests = mayUse('change_customers');
  const hasWebhooks = mayUse('webhooks');
  const hasRequestLog = mayUse('api_keys');
  const from = useCompanyClock().timeAt(useNow() - DAY_MS);
  const jobs = useQuery(todaysJobsQuery);
  const requests = useQuery({ ...newRequestsQuery, enabled: hasRequests });
  const deliveries = useQuery({ ...deliveredHoursQuery, enabled: hasWebhooks });
  const refused = useQuery({
    ...refusedRequestsQuery('last-day', from),
    enabled: hasRequestLog,
  });
  const stock = useQuery({ ...lowStockQuery, enabled: hasStock });
  const today = jobs.data?.data;
  const needs: readonly Need[] = [
    {
      name: 'Unassigned tomorrow',
      right: 'change_jobs',
      count: today?.unassigned_tomorrow,
      to: '/jobs',
      search: {
        unassigned: 'true',
        scheduled_from: today?.tomorrow ?? '',
        scheduled_to: today?.tomorrow ?? '',
      },
    },
    {
      name: 'New requests',
      right: 'change_customers',
      count: requests.data?.pagination?.total,
      to: '/service-requests',
      search: { status: 'New' },
    },
    {
      name: 'Late',
      right: 'change_jobs',
      count: today?.late,
      to: '/jobs',
      search: { worklist: 'late', sort: 'scheduled_start' },
    },
    {
      name: 'Failed deliveries',
      right: 'webhooks',
      count: deliveries.data?.data.reduce((sum, { failed }) => sum + failed, 0),
      to: '/webhooks/deliveries',
      search: { status: 'failed', from },
    },
    {
      name: 'Refused requests',
      right: 'api_keys',
      count: refused.data?.pagination?.total,
      to: '/request-log',
      search: { from, status: 'failed' },
    },
    {
      name: 'Below minimum',
      right: 'change_inventory',
      count: stock.data?.pagination?.total,
      to: '/inventory',
      search: { low_stock: 'true' },
    },
  ];
  const shown = needs.filter(({ right, count = 0 }) => mayUse(right) && count > 0);
  const asked = [
    jobs,
    ...(hasRequests ? [requests] : []),
    ...(hasWebhooks ? [deliveries] : []),
    ...(hasRequestLog ? [refused] : []),
    ...(hasStock ? [stock] : []),
  ];
  const isComplete = asked.every(({ data }) => data !== undefined);
  const isLoading = asked.some(({ isPending }) => isPending);
  return (
    <Paper withBorder px="md" py="sm" aria-busy={isLoading}>
      <Section name="Needs you">
        <QueriesFailure what="everything that needs you" queries={asked} />
        {isLoading && <Skeleton height={24} />}
        {!isLoading && shown.length > 0 && (
          <ul className={classes['needs']} aria-label="Needs you">
            {shown.map(({ name, count = 0, to, search }) => (
              <li key={name}>
                <TextLink to={to} search={search}>
                  {name}{' '}
                  <Text span inherit fw={700}>
                    {count.toLocaleString('en')}
                  </Text>
                </TextLink>
              </li>
            ))}
          </ul>
        )}
        {isComplete && shown.length === 0 && <None>Nothing needs you right now.</None>}
      </Section>
    </Paper>
  );
}
