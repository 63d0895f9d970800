import { toNotificationSubject } from '@svc/contracts';
import type { Stream } from '@svc/messaging';
import { followChanges } from './follow-changes';

function notifiedAbout(text: string): readonly unknown[] {
  const notified: unknown[] = [];
  const stream: Pick<Stream, 'listen' | 'onReady'> = {
    listen: (_, hear) => hear(toNotificationSubject('jobs'), text),
    onReady: () => undefined,
  };
  followChanges({
    stream: stream as Stream,
    notify: (companyId, change) => notified.push([companyId, change]),
    notifyAll: () => undefined,
  });
  return notified;
}

it('receives hints of changes without events', () => {
  const hint = JSON.stringify({ companyId: 5, kind: 'invoice' });

  expect(notifiedAbout(hint)).toEqual([[5, { kind: 'invoice', id: null }]]);
});

it.each(['0', '-5', '1.5', '9007199254740992', '1e20', '"5"', 'null', '[5]'])(
  'ignores hints of company %s',
  (companyId) => {
    expect(notifiedAbout(`{"companyId":${companyId},"kind":"invoice"}`)).toEqual([]);
  },
);
