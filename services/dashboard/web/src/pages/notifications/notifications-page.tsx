import { Group, Paper, Stack, Text, Title } from '@mantine/core';
import type { NotificationResponse } from '../../../../contract/responses';
import { BusyButton } from '../../forms/busy-button';
import { RecordList } from '../../records/record-list';
import { useRecords } from '../../records/use-records';
import { request } from '../../server/request';
import { useAction } from '../../server/use-action';
import { useSession } from '../../session/session';
import { showFailure } from '../../shown/messages';
import { PageFrame } from '../../shown/page';
import { Time } from '../../shown/times';
import { NoticeButtons } from '../../notices/notice-buttons';
import { NoticeLink } from '../../notices/notice-link';
import { markRead, NOTICES_PATH, reloadNotices } from '../../notices/use-notice-link';
import classes from './notifications-page.module.css';

export default function NotificationsPage() {
  const { unread } = useSession();
  const notices = useRecords<NotificationResponse>(NOTICES_PATH);
  const readAll = useAction({
    mutationFn: () => request('POST', `${NOTICES_PATH}/read-all`),
    onSuccess: reloadNotices,
    onError: showFailure("Couldn't mark all as read."),
  });
  return (
    <PageFrame
      name="Notifications"
      actions={
        <BusyButton
          variant="default"
          disabled={unread === 0}
          isBusy={readAll.isPending}
          onClick={() => readAll.mutate()}
        >
          Mark all as read
        </BusyButton>
      }
    >
      <RecordList
        name="Notifications"
        records={notices}
        getKey={(notice) => notice.notification_id}
        item={(notice) => <Notice notice={notice} />}
        empty="Nothing needs your attention."
      />
    </PageFrame>
  );
}

function Notice({ notice }: { readonly notice: NotificationResponse }) {
  const { notification_id: id, text, created_at, read_at } = notice;
  const read = useAction({
    mutationFn: () => markRead(notice),
    onSuccess: reloadNotices,
    onError: showFailure("Couldn't mark it as read."),
  });
  const isUnread = read_at === null;
  return (
    <Paper withBorder p="md" className={classes['notice']} data-unread={isUnread || undefined}>
      <Group justify="space-between" align="flex-start" gap="sm">
        <Stack gap={2} flex={1} miw={200}>
          <Title order={2} id={`notice-${id}`} size="sm" fw={isUnread ? 600 : 500}>
            <NoticeLink notice={notice} inherit />
          </Title>
          <Text size="xs" c="dimmed">
            <Time value={created_at} />
            {isUnread && ' · Unread'}
          </Text>
        </Stack>
        {isUnread && (
          <BusyButton
            size="xs"
            variant="default"
            isBusy={read.isPending}
            onClick={() => read.mutate()}
            aria-describedby={`notice-${id}`}
          >
            Mark as read
          </BusyButton>
        )}
      </Group>
      {text.split(/\n\n+/).map((paragraph, n) => (
        <Text key={n} size="sm" mt="xs" className={classes['text']}>
          {paragraph}
        </Text>
      ))}
      <NoticeButtons notice={notice} />
    </Paper>
  );
}
