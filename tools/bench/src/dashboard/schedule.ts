import { rounded, type Finding } from '../measurement';
import { untilUsable, type Browsing } from './browsing';
import { BUSY_DAY } from './company';

const VIEWS = ['day', 'week'] as const;
const SECONDS = 4;
/** Pixels from one frame to the next. */
const STEP = 40;

/** Runs in the page: scrolls a part of it down, and answers how many frames there were in a second. */
async function scroll(
  part: Element,
  { seconds, step }: { readonly seconds: number; readonly step: number },
): Promise<number> {
  const began = performance.now();
  let frames = 0;
  while (performance.now() - began < seconds * 1_000) {
    await new Promise(requestAnimationFrame);
    const top = part.scrollTop;
    part.scrollTop += step;
    if (part.scrollTop === top) part.scrollTop = 0;
    frames += 1;
  }
  return (frames / (performance.now() - began)) * 1_000;
}

/** How smoothly the schedule scrolls on a day on which 200 technicians have 2,000 jobs. */
export async function measureSchedule({ newContext, gateway }: Browsing): Promise<Finding[]> {
  const context = await newContext();
  const page = await context.newPage();
  const findings: Finding[] = [];
  for (const view of VIEWS) {
    await page.goto(`${gateway}/dashboard/schedule?from=${BUSY_DAY}&view=${view}`);
    await untilUsable(page, 'Schedule');
    const part = page.getByRole('region', { name: 'Technicians' });
    const blocks = await part.locator('[data-job]').count();
    findings.push({
      what: `frames of the scrolling schedule, by ${view}`,
      unit: 'frames/s',
      value: await part.evaluate(scroll, { seconds: SECONDS, step: STEP }),
      bound: { atLeast: 50 },
      detail: `${STEP} pixels a frame for ${SECONDS} s; ${rounded(blocks)} jobs drawn at the beginning`,
    });
  }
  await context.close();
  return findings;
}
