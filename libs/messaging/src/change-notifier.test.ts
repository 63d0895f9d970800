import type { ChangeNotification } from '@svc/contracts';
import { createChangeNotifier } from './change-notifier';

const hint = (
  companyId: number,
  kind: ChangeNotification['kind'] = 'delivery',
): ChangeNotification => ({ companyId, kind });

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

it('publishes a hint at once, and a burst of the same five times a second', () => {
  const published: ChangeNotification[] = [];
  const { notify: give } = createChangeNotifier((each) => published.push(each));

  give(hint(1));
  expect(published).toEqual([hint(1)]);
  for (let ms = 0; ms < 1_000; ms += 1) {
    give(hint(1));
    jest.advanceTimersByTime(1);
  }
  expect(published).toHaveLength(6);

  jest.advanceTimersByTime(1_000);
  expect(published).toHaveLength(6);
  expect(jest.getTimerCount()).toBe(0);
  give(hint(1));
  expect(published).toHaveLength(7);
});

it('lets no company and no kind wait for another', () => {
  const published: ChangeNotification[] = [];
  const { notify: give } = createChangeNotifier((each) => published.push(each));

  give(hint(1));
  give(hint(2));
  give(hint(1, 'invoice'));

  expect(published).toEqual([hint(1), hint(2), hint(1, 'invoice')]);
});
