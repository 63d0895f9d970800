import { Text } from '@mantine/core';
import { NoticeLink } from '../../notices/notice-link';
import { Time } from '../../shown/times';
import { None } from '../../shown/none';
import classes from './overview.module.css';
import { OverviewPart } from './part';
import { unreadNoticesQuery } from './queries';

export const UnreadNotices = () => (
  <OverviewPart
    name="Unread notices"
    link={{ to: '/notifications', name: 'View all' }}
    read={unreadNoticesQuery}
  >
    {({ data: notices, pagination }) => {
      const total = pagination?.total ?? notices.length;
      if (total === 0) return <None>No unread notices.</None>;
      return (
        <>
          <Text size="sm" c="dimmed" mb="xs">
            {total.toLocaleString('en')} unread
          </Text>
          <ul className={classes['lines']} aria-label="Unread notices">
            {notices.map((notice) => (
              <li key={notice.notification_id}>
                <NoticeLink notice={notice} />
                <Text span size="sm" c="dimmed">
                  <Time value={notice.created_at} />
                </Text>
              </li>
            ))}
          </ul>
        </>
      );
    }}
  </OverviewPart>
);
