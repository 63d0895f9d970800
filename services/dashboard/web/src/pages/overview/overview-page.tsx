import { SimpleGrid, Stack } from '@mantine/core';
import { Permitted, useMayUse } from '../../session/may-use';
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
  const { company } = useSession();
  const hasDeveloperCards = useMayUse()('set_up');
  return (
    <PageFrame name="Overview">
      <Stack gap="lg">
        <Permitted right="set_up">
          <FirstSteps />
        </Permitted>
        <NeedsYou />
        <TodaysJobs />
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
          <Stack gap="lg">
            <Money />
            {company.features.includes('inventory') && (
              <Permitted right="read_inventory">
                <LowStock />
              </Permitted>
            )}
            {hasDeveloperCards && <UnreadNotices />}
          </Stack>
          <Stack gap="lg">
            {!hasDeveloperCards && <UnreadNotices />}
            <Permitted right="api_keys">
              <Requests />
            </Permitted>
            <Permitted right="webhooks">
              <Deliveries />
            </Permitted>
          </Stack>
        </SimpleGrid>
      </Stack>
    </PageFrame>
  );
}
