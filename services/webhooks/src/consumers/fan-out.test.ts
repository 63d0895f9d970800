import type { AnnouncedEvent } from '../persistence/delivery-log';
import { inParts } from './fan-out';

const withDeliveries = (count: number): AnnouncedEvent =>
  ({ deliveries: Array.from({ length: count }) }) as unknown as AnnouncedEvent;

const countsIn = (...counts: number[]): number[][] =>
  inParts(counts.map(withDeliveries)).map((part) =>
    part.map(({ deliveries }) => deliveries.length),
  );

it('is one part where there are few deliveries, without the events that nobody wants', () => {
  expect(countsIn(1, 0, 2, 3)).toEqual([[1, 2, 3]]);
  expect(countsIn(0, 0)).toEqual([]);
});

it('are several of 2,000 deliveries at most, in the order of the events', () => {
  expect(countsIn(600, 600, 600, 600, 1, 0, 1_399)).toEqual([
    [600, 600, 600],
    [600, 1, 1_399],
  ]);
});

it('is a part by itself where one event has more', () => {
  expect(countsIn(5, 2_001, 5)).toEqual([[5], [2_001], [5]]);
});
