import type { Page } from 'playwright-core';
import { getWallTimeMs } from '../clock';
import { median, rounded, type Finding } from '../measurement';
import { quantile } from '../quantile';
import { waitUntilUsable, type Browsing } from './browsing';

/** Each is in the names of more than ten jobs, assets and items. */
const TERMS = ['1234', '2718', '3141', '4711', '5040', '6174', '7919', '8128', '9009', '9876'];
const RESULTS = 10;

/** Runs in the page. Returns the milliseconds from the last key until the results are drawn. */
async function typeLastKey(_input: Element, [term, results]: readonly [string, number]) {
  const areShown = (): boolean => {
    const options = [...document.querySelectorAll('[role="option"]')];
    return options.length === results && options.every((each) => each.textContent.includes(term));
  };
  const began = performance.now();
  document.execCommand('insertText', false, term.slice(-1));
  do {
    await new Promise(requestAnimationFrame);
  } while (!areShown());
  return performance.now() - began;
}

export async function measureSearch({ bench, newContext, gateway }: Browsing): Promise<Finding[]> {
  const context = await newContext();
  const page = await context.newPage();
  await page.goto(`${gateway}/dashboard`);
  await waitUntilUsable(page, 'Overview');
  const timeResponse = async (path: string): Promise<number> => {
    const began = getWallTimeMs();
    const response = await context.request.get(`${gateway}/dashboard/api/${path}`);
    if (!response.ok()) throw new Error(`${path} was answered ${response.status()}.`);
    return getWallTimeMs() - began;
  };
  const all: number[] = [];
  const jobs: number[] = [];
  const drawn: number[] = [];
  // The first use compiles queries and loads the dialog.
  await timeResponse('jobs?search=4242');
  await timePalette(page, '4242');
  for (let round = 0; round < bench.rounds; round += 1) {
    for (const term of TERMS) {
      all.push(await timeResponse(`search?term=${term}`));
      jobs.push(await timeResponse(`jobs?search=${term}&per_page=25`));
      drawn.push(await timePalette(page, term));
    }
  }
  await context.close();
  return [
    toFinding('search of all records, response', all),
    toFinding('search of jobs, response with 25', jobs),
    toFinding(`last key in ⌘K → ${RESULTS} results drawn`, drawn),
  ];
}

async function timePalette(page: Page, term: string): Promise<number> {
  await page.keyboard.press('Control+k');
  const input = page.getByRole('combobox', { name: 'Search' });
  await input.fill(term.slice(0, -1));
  await page
    .getByRole('option')
    .nth(RESULTS - 1)
    .waitFor();
  const ms = await input.evaluate(typeLastKey, [term, RESULTS] as const);
  await page.keyboard.press('Escape');
  await input.waitFor({ state: 'detached' });
  return ms;
}

const toFinding = (what: string, values: readonly number[]): Finding => ({
  what: `${what} (95th percentile)`,
  unit: 'ms',
  value: quantile(values, 0.95),
  bound: { atMost: 150 },
  detail: `${values.length} times, median ${rounded(median(values))}, worst ${rounded(Math.max(...values))}`,
});
