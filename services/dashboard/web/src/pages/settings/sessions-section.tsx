import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { EndedSessionsResponse, OwnSessionResponse } from '../../../../contract/responses';
import { ConfirmDialog } from '../../forms/confirm-dialog';
import { RecordTable, type Column } from '../../records/record-table';
import { useRecords } from '../../records/use-records';
import { request } from '../../server/request';
import { queryClient } from '../../server/query-client';
import { formatCount } from '../../shown/format-count';
import { showDone } from '../../shown/messages';
import { StatusBadge } from '../../shown/status';
import { Time } from '../../shown/times';
import { SettingsSection } from './section';

export const OWN_SESSIONS = 'me/sessions';

const COLUMNS: readonly Column<OwnSessionResponse>[] = [
  {
    name: 'Browser',
    cell: ({ device, current }) => (
      <Group gap="xs">
        {device}
        {current && <StatusBadge color="green">This browser</StatusBadge>}
      </Group>
    ),
  },
  { name: 'Address', cell: ({ address }) => address },
  { name: 'Signed in', cell: ({ signed_in_at: at }) => <Time value={at} /> },
  { name: 'Last used', cell: ({ last_used_at: at }) => <Time value={at} /> },
];

export function SessionsSection() {
  const sessions = useRecords<OwnSessionResponse>(OWN_SESSIONS);
  const [isConfirming, setConfirming] = useState(false);
  const hasOthers = sessions.rows?.some(({ current }) => !current) ?? false;
  return (
    <SettingsSection name="Sessions" about="Where you are signed in.">
      <Stack gap="md">
        <RecordTable
          name="Sessions"
          records={sessions}
          columns={COLUMNS}
          getKey={(session) => session.session_id}
          empty="No active sessions."
        />
        <Group justify="flex-end">
          {sessions.rows && !hasOthers && (
            <Text size="sm" c="dimmed">
              You have no other sessions.
            </Text>
          )}
          <Button variant="default" disabled={!hasOthers} onClick={() => setConfirming(true)}>
            Sign out other sessions
          </Button>
        </Group>
      </Stack>
      {isConfirming && (
        <ConfirmDialog
          title="Sign out other sessions?"
          confirmName="Sign out others"
          send={() => request<EndedSessionsResponse>('POST', 'me/sessions/end-others')}
          done={({ data: { ended } }) => {
            setConfirming(false);
            showDone(`${formatCount(ended, 'session')} signed out.`);
            void queryClient.invalidateQueries({ queryKey: [OWN_SESSIONS] });
          }}
          onClose={() => setConfirming(false)}
        >
          <Text size="sm">Every other browser has to sign in again. This one stays signed in.</Text>
        </ConfirmDialog>
      )}
    </SettingsSection>
  );
}
