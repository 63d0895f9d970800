import { SimpleGrid, Stack } from '@mantine/core';
import { mayUse } from '../../../../contract/rights';
import { useSession } from '../../session/session';
import { PageFrame } from '../../shown/page';
import { Deliveries } from './deliveries';
import { FirstSteps } from './first-steps';
import { LowStock } from './low-stock';
import { Money } from './money';
import { NeedsYou } from './needs-you';
import { Requests } from './requests';
import { TodaysJobs } from './todays-jobs';
import { UnreadNotices } from './unread-notices';

export default function OverviewPage() {
  const { user, company } = useSession();
  return (
    <PageFrame name="Overview">
      <Stack gap="lg">
        <FirstSteps />
        <NeedsYou />
        <TodaysJobs />
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
          <Stack gap="lg">
            <Money />
            {company.features.includes('inventory') && <LowStock />}
            <UnreadNotices />
          </Stack>
          <Stack gap="lg">
            <Requests />
            {mayUse(user.role, 'webhooks') && <Deliveries />}
          </Stack>
        </SimpleGrid>
      </Stack>
    </PageFrame>
  );
}
