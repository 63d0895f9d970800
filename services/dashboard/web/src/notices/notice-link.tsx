import { Anchor, type AnchorProps } from '@mantine/core';
import type { NotificationResponse } from '../../../contract/responses';
import { useNoticeLink } from './use-notice-link';

interface NoticeLinkProps extends AnchorProps {
  readonly notice: NotificationResponse;
  readonly onOpened?: () => void;
}

/** The notice's title, which leads to its target. */
export function NoticeLink({ notice, onOpened, ...anchor }: NoticeLinkProps) {
  const link = useNoticeLink(notice, onOpened);
  const [target] = notice.actions;
  if (!target) return notice.title;
  return (
    <Anchor size="sm" {...anchor} {...link(target.path)}>
      {notice.title}
    </Anchor>
  );
}
