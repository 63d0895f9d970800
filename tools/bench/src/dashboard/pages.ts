import type { Page } from 'playwright-core';
import { median, rounded, type Finding } from '../measurement';
import { quantile } from '../quantile';
import { untilUsable, type Browsing } from './browsing';

/** Runs in the page: clicks on a link, and answers after how many milliseconds its page can be used. */
async function clickUntilUsable(link: Element): Promise<number> {
  const name = link.textContent;
  const isUsable = (): boolean =>
    document.querySelector('h1')?.textContent === name &&
    document.querySelector('[aria-busy="true"]') === null;
  const began = performance.now();
  (link as HTMLElement).click();
  do {
    await new Promise(requestAnimationFrame);
  } while (!isUsable());
  return performance.now() - began;
}

/** The time from a click on a link of the navigation to the page that can be used, of all pages. */
export async function measurePages({ newContext, gateway, bench }: Browsing): Promise<Finding[]> {
  const context = await newContext();
  const page = await context.newPage();
  const times = new Map<string, number[]>();
  // The first round is of a browser that has loaded nothing yet; each is of a tab that has read nothing.
  for (let round = 0; round <= bench.rounds; round += 1) {
    await visitAll(page, gateway, times);
  }
  await context.close();
  const all = [...times.values()].flat();
  const slowest = [...times]
    .map(([name, each]) => [name, median(each)] as const)
    .sort(([, one], [, other]) => other - one)
    .map(([name, ms]) => `${name} ${rounded(ms)}`);
  return [
    {
      what: `a click to a usable page, of ${times.size} pages (95th percentile)`,
      unit: 'ms',
      value: quantile(all, 0.95),
      bound: { atMost: 1_000 },
      detail: `worst ${rounded(Math.max(...all))}; medians: ${slowest.join(', ')}`,
    },
  ];
}

async function visitAll(page: Page, gateway: string, times: Map<string, number[]>): Promise<void> {
  await page.goto(`${gateway}/dashboard`);
  await untilUsable(page, 'Overview');
  const names = await page.getByRole('navigation').getByRole('link').allTextContents();
  // From Settings back to where one arrives, whose parts are asked for again.
  for (const name of [...names.slice(1), ...names.slice(0, 1)]) {
    const link = page.getByRole('navigation').getByRole('link', { name, exact: true });
    times.set(name, [...(times.get(name) ?? []), await link.evaluate(clickUntilUsable)]);
  }
}
