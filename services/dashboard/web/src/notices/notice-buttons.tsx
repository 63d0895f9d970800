import { Button, Group } from '@mantine/core';
import type { NotificationResponse } from '../../../contract/responses';
import { useNoticeLink } from './use-notice-link';

export function NoticeButtons({ notice }: { readonly notice: NotificationResponse }) {
  const link = useNoticeLink(notice);
  return (
    <Group gap="xs" mt="sm">
      {notice.actions.map(({ name, path }) => (
        <Button
          key={name}
          component="a"
          size="xs"
          variant="default"
          aria-describedby={`notice-${notice.notification_id}`}
          {...link(path)}
        >
          {name}
        </Button>
      ))}
    </Group>
  );
}
