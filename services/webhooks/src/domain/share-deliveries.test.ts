import { shareDeliveries } from './share-deliveries';

interface Event {
  readonly companyId: number;
  readonly deliveries: number;
}

const of = (companyId: number, deliveries: number): Event => ({ companyId, deliveries });
const times = (count: number, event: Event): Event[] => Array.from({ length: count }, () => event);
const countsOf = (events: readonly Event[]): number[] => events.map(({ deliveries }) => deliveries);

it('all is written at once where that is little', () => {
  const events = [of(1, 1), of(2, 0), of(1, 100), of(3, 7)];

  expect(shareDeliveries(events)).toEqual({ now: events, later: [] });
});

it('an event with more than 100 deliveries waits, and what follows it of the same company', () => {
  const { now, later } = shareDeliveries([of(1, 3), of(1, 101), of(2, 5), of(1, 1)]);

  expect(now).toEqual([of(1, 3), of(2, 5)]);
  expect(countsOf(later)).toEqual([101, 1]);
});

it('a company alone has half of 2,000 deliveries', () => {
  const { now, later } = shareDeliveries(times(15, of(1, 100)));

  expect([now.length, later.length]).toEqual([10, 5]);
});

it('leaves room for other companies, whatever one has', () => {
  const { now, later } = shareDeliveries([...times(50, of(1, 90)), of(2, 100), of(3, 100)]);

  expect(now.filter(({ companyId }) => companyId === 1)).toHaveLength(11);
  expect(now.slice(-2)).toEqual([of(2, 100), of(3, 100)]);
  expect(later).toHaveLength(39);
});
