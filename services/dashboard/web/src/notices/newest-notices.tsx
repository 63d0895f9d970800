import { Anchor, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { NotificationResponse } from '../../../contract/responses';
import { request } from '../server/request';
import { QueryFailure } from '../shown/failure-alert';
import { None } from '../shown/none';
import { Time } from '../shown/times';
import classes from './bell.module.css';
import { NoticeLink } from './notice-link';
import { NOTICES_PATH } from './use-notice-link';

const SHOWN = 5;

export function NewestNotices({ onOpened }: { readonly onOpened: () => void }) {
  const query = useQuery({
    queryKey: [NOTICES_PATH, 'newest'],
    queryFn: async () =>
      (
        await request<readonly NotificationResponse[]>('GET', NOTICES_PATH, {
          query: { per_page: SHOWN },
        })
      ).data,
  });
  const { data: notices, error } = query;
  return (
    <>
      <QueryFailure what="notifications" query={query} />
      {!notices && !error && <Skeleton height={120} aria-busy="true" />}
      {notices?.length === 0 && <None>Nothing needs your attention.</None>}
      {notices && notices.length > 0 && (
        <ul className={classes['list']} aria-label="Newest notifications">
          {notices.map((notice) => (
            <li key={notice.notification_id} data-unread={notice.read_at === null || undefined}>
              <NoticeLink notice={notice} onOpened={onOpened} inherit />
              <Text size="xs" c="dimmed">
                <Time value={notice.created_at} />
                {notice.read_at === null && ' · Unread'}
              </Text>
            </li>
          ))}
        </ul>
      )}
      <Anchor
        component={Link}
        to="/notifications"
        size="sm"
        mt="xs"
        display="block"
        onClick={onOpened}
      >
        View all notifications
      </Anchor>
    </>
  );
}
