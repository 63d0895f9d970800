import type { Page } from 'playwright-core';
import { median, rounded, type Finding } from '../measurement';
import { quantile } from '../quantile';
import { waitUntilUsable, type Browsing } from './browsing';

/** Runs in the page. Returns the milliseconds from the click until the page is usable. */
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

export async function measurePages({ newContext, gateway, bench }: Browsing): Promise<Finding[]> {
  const context = await newContext();
  const page = await context.newPage();
  const times = new Map<string, number[]>();
  // Round 0 has an empty browser cache; every round is a tab without data.
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
  await waitUntilUsable(page, 'Overview');
  // Links to other pages of the dashboard, without their counts.
  const labels = page.locator('nav a:not([target]) .mantine-NavLink-label');
  const names = await labels.allTextContents();
  // The last click returns from Settings to the first page.
  for (const name of [...names.slice(1), ...names.slice(0, 1)]) {
    const link = labels.and(page.getByText(name, { exact: true }));
    times.set(name, [...(times.get(name) ?? []), await link.evaluate(clickUntilUsable)]);
  }
}
