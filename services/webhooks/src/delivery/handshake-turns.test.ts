import { handshakeTurns, type HandshakeTurns } from './handshake-turns';

beforeEach(() => void jest.useFakeTimers({ now: 0 }));
afterEach(() => jest.useRealTimers());

const turnsOf = () => handshakeTurns(() => Date.now());

/** Takes turns for so many handshakes, and names those that have begun. */
function begun(turns: HandshakeTurns, count: number): number[] {
  const numbers: number[] = [];
  for (let number = 1; number <= count; number += 1) {
    turns.take({ begin: () => void numbers.push(number), isOver: () => false });
  }
  return numbers;
}

it('lets eight of a company begin, and the next ones as these end', () => {
  const of = turnsOf();
  const first = begun(of(1), 10);
  const ofAnother = begun(of(2), 8);

  expect([first.length, ofAnother.length]).toEqual([8, 8]);

  of(1).ended(0);
  expect(first).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

it('makes the next ones of a company wait for what was in vain, the longer the more was sent', () => {
  const of = turnsOf();
  begun(of(1), 2);
  of(1).ended(80 * 1_024);
  of(1).ended(20 * 1_024);

  const next = begun(of(1), 2);

  expect(begun(of(2), 1)).toHaveLength(1);
  jest.advanceTimersByTime(4_999);
  expect(next).toEqual([]);
  jest.advanceTimersByTime(1);
  expect(next).toEqual([1, 2]);
});

it('does not begin what is over by then', () => {
  const of = turnsOf();
  begun(of(1), 8);
  const begin = jest.fn();
  of(1).take({ begin, isOver: () => true });
  const other = begun(of(1), 1);

  of(1).ended(0);

  expect(begin).not.toHaveBeenCalled();
  expect(other).toEqual([1]);
});
