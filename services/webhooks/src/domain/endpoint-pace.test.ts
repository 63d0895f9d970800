import {
  FRESH_PACE,
  isBackingOff,
  advancePace,
  shouldRetryFirst,
  countFreeSlots,
  type EndpointPace,
} from './endpoint-pace';

const at = { nowMs: 1_000, backOffMs: 15_000 };

const after = (outcomes: string, from: EndpointPace = FRESH_PACE): EndpointPace =>
  [...outcomes].reduce((pace, outcome) => advancePace(pace, outcome === '+', at), from);

describe('the pace of an endpoint', () => {
  it('starts with four requests at once and grows to sixteen', () => {
    expect(countFreeSlots(FRESH_PACE, 0, 0)).toBe(4);
    expect(countFreeSlots(after('+++'), 0, 0)).toBe(7);
    expect(countFreeSlots(after('+'.repeat(50)), 0, 0)).toBe(16);
  });

  it('counts what is under way', () => {
    expect(countFreeSlots(FRESH_PACE, 3, 0)).toBe(1);
    expect(countFreeSlots(FRESH_PACE, 9, 0)).toBe(0);
  });

  it('halves with each failure, to one', () => {
    expect(after(`${'+'.repeat(50)}-`).maxConcurrent).toBe(8);
    expect(after('----').maxConcurrent).toBe(1);
  });

  it('parks after five failures in a row, and then tries with one', () => {
    expect(isBackingOff(after('----'), at.nowMs)).toBe(false);
    const paused = after('-----');
    expect(isBackingOff(paused, at.nowMs)).toBe(true);
    expect(countFreeSlots(paused, 0, at.nowMs + at.backOffMs - 1)).toBe(0);
    expect(countFreeSlots(paused, 0, at.nowMs + at.backOffMs)).toBe(1);
    expect(countFreeSlots(paused, 1, at.nowMs + at.backOffMs)).toBe(0);
  });

  it('parks again when the trial fails, and goes on when it works', () => {
    expect(isBackingOff(after('------'), at.nowMs)).toBe(true);
    expect(countFreeSlots(after('-----+'), 0, at.nowMs)).toBe(2);
  });

  it('lets first attempts and retries take turns, and retries go first while it fails', () => {
    expect(shouldRetryFirst(FRESH_PACE)).toBe(false);
    expect(shouldRetryFirst({ ...FRESH_PACE, lastWasRetry: false })).toBe(true);
    expect(shouldRetryFirst(after('----'))).toBe(false);
    expect(shouldRetryFirst(after('-----'))).toBe(true);
    expect(shouldRetryFirst(after('-----+'))).toBe(false);
  });
});
