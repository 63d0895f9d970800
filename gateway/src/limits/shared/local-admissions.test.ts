import { createLocalAdmissions } from './local-admissions';

const START_MS = Date.parse('2026-03-02T12:00:00Z');
const WINDOW = '7 list_reads_per_minute';

describe('what a gateway admitted in the last minute', () => {
  let nowMs: number;
  const newLog = () => createLocalAdmissions(() => new Date(nowMs));
  const admissionsIn = (log: ReturnType<typeof newLog>) =>
    log.batches().flatMap(({ admissions }) => admissions);

  beforeEach(() => {
    nowMs = START_MS;
  });

  it('is logged whether it was admitted by share or in the store, under numbers of its own', () => {
    const log = newLog();

    log.window(WINDOW).add(nowMs, 3);
    const firstNumber = log.issueNumbers(2);
    log.noteAdmitted({ window: WINDOW, firstNumber, requests: 2 });
    log.window('session a').add(nowMs);

    expect(admissionsIn(log)).toEqual([
      { window: WINDOW, atMs: nowMs, firstNumber: 1, requests: 3, isAdmitted: true },
      { window: WINDOW, atMs: nowMs, firstNumber: 4, requests: 2, isAdmitted: true },
      { window: 'session a', atMs: nowMs, firstNumber: 6, requests: 1, isAdmitted: true },
    ]);
    expect(log.window(WINDOW).used(nowMs)).toBe(5);
  });

  it('holds what the store did not reply to, which counts nowhere', () => {
    const log = newLog();

    log.noteWithoutReply({ window: WINDOW, firstNumber: log.issueNumbers(1), requests: 1 });

    expect(admissionsIn(log)).toMatchObject([{ firstNumber: 1, isAdmitted: false }]);
    expect(log.window(WINDOW).used(nowMs)).toBe(0);
  });

  it('is in batches that the store adds in about a millisecond', () => {
    const log = newLog();

    for (let n = 0; n < 500; n += 1) log.window(WINDOW).add(nowMs);
    log.window(WINDOW).add(nowMs, 50);

    expect(log.batches().map(({ admissions }) => admissions.length)).toEqual([200, 200, 101]);
    expect(log.batches().map(({ isClosed }) => isClosed)).toEqual([true, true, false]);
    log.batches({ close: true });
    log.window(WINDOW).add(nowMs);
    expect(log.batches().map(({ admissions }) => admissions.length)).toEqual([200, 200, 101, 1]);
  });

  it('is forgotten after a minute', () => {
    const log = newLog();
    log.window(WINDOW).add(nowMs);
    log.batches({ close: true });
    nowMs += 30_000;
    log.window(WINDOW).add(nowMs);

    nowMs += 29_999;
    expect(log.batches()).toHaveLength(2);
    nowMs += 1;
    expect(log.batches()).toHaveLength(1);
    nowMs += 30_000;
    expect(log.batches()).toEqual([]);
  });
});
