import { useNavigate } from '@tanstack/react-router';
import type { MouseEvent } from 'react';
import type { NotificationResponse } from '../../../contract/responses';
import { queryClient } from '../server/query-client';
import { request } from '../server/request';
import { changeMode, useMode } from '../session/mode';
import { sessionQuery } from '../session/session';

export const NOTICES_PATH = 'notifications';

export const reloadNotices = (): Promise<unknown> =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: [NOTICES_PATH] }),
    queryClient.invalidateQueries(sessionQuery),
  ]);

export const markRead = ({
  notification_id: id,
}: Pick<NotificationResponse, 'notification_id'>): Promise<unknown> =>
  request('POST', `${NOTICES_PATH}/${id}/read`);

interface NoticeLink {
  readonly href: string;
  readonly onClick: (event: MouseEvent) => void;
}

/** Links to a page that a notice leads to; opening it marks the notice as read. */
export function useNoticeLink(
  notice: NotificationResponse,
  onOpened?: () => void,
): (path: string) => NoticeLink {
  const navigate = useNavigate();
  const shownMode = useMode();
  const { mode, read_at: readAt } = notice;
  return (path) => {
    const href = `/dashboard${path}`;
    return {
      href,
      onClick(event) {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        onOpened?.();
        const marked = readAt === null ? markRead(notice).then(reloadNotices) : Promise.resolve();
        // If that fails, the notice stays unread until it is opened again.
        const afterMarking = marked.catch(() => undefined);
        if (mode === null || mode === shownMode) {
          const [to = '', query] = path.split('?');
          const search = Object.fromEntries(new URLSearchParams(query));
          void navigate({ to: to as never, search: search as never });
          return;
        }
        // Loads the page again, because every cached record belongs to the old mode.
        void afterMarking.then(() => {
          changeMode(mode);
          window.location.assign(href);
        });
      },
    };
  };
}
