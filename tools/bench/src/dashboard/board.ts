import type { Page } from 'playwright-core';
import { median, rounded, type Bench, type Finding } from '../measurement';
import { startBrowsing, waitUntilUsable } from './browsing';
import { BOARD, seedBoard } from './company';

const STEP_PX = 30;

/** Runs in the page. Scrolls down and up, and returns the milliseconds between frames. */
async function scroll(frame: Element, [seconds, pixels]: readonly [number, number]) {
  const gaps: number[] = [];
  let step = pixels;
  let last = await new Promise<number>(requestAnimationFrame);
  const end = last + seconds * 1_000;
  while (last < end) {
    const before = frame.scrollTop;
    frame.scrollTop += step;
    if (frame.scrollTop === before) step = -step;
    const now = await new Promise<number>(requestAnimationFrame);
    gaps.push(now - last);
    last = now;
  }
  return gaps;
}

/** An empty page shows how many frames the machine draws at most. */
export async function measureBoard(bench: Bench): Promise<readonly Finding[]> {
  await seedBoard(bench);
  const { newContext, gateway, close } = await startBrowsing(bench, BOARD.company);
  try {
    const context = await newContext();
    const board = await context.newPage();
    const empty = await context.newPage();
    await board.goto(`${gateway}/dashboard/schedule?from=${BOARD.day}`);
    await waitUntilUsable(board, 'Schedule');
    const measure = async (page: Page, scrolled: string): Promise<readonly number[]> => {
      await page.bringToFront();
      return page.locator(scrolled).evaluate(scroll, [bench.seconds, STEP_PX] as const);
    };
    const boardRounds: (readonly number[])[] = [];
    const emptyRounds: (readonly number[])[] = [];
    for (let round = 0; round < bench.rounds; round += 1) {
      emptyRounds.push(await measure(empty, 'html'));
      boardRounds.push(await measure(board, '[role="region"]:has(> [role="table"])'));
    }
    const rates = boardRounds.map(toFramesPerSecond);
    return [
      {
        what: `board of ${BOARD.technicians} technicians and ${rounded(BOARD.jobs)} jobs, scrolled`,
        unit: 'frames/s',
        value: median(rates),
        spread: [Math.min(...rates), Math.max(...rates)],
        bound: { atLeast: 50 },
        detail: `longest frame ${rounded(Math.max(...boardRounds.flat()))} ms; an empty page ${rounded(median(emptyRounds.map(toFramesPerSecond)))}`,
      },
    ];
  } finally {
    await close();
  }
}

const toFramesPerSecond = (gaps: readonly number[]): number =>
  (1_000 * gaps.length) / gaps.reduce((sum, gap) => sum + gap, 0);
