import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AxeResults } from 'axe-core';
import { eventually } from '@svc/testing';
import type { BrowserContext, Locator, Page, Route } from 'playwright-core';
import { ROOT } from '../test/platform';
import type { PersonAccount } from './people';
import { giveBack, PATIENCE_MS, takeBrowser, type PersonsBrowser } from './persons-browsers';

const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

const FAILURES = join(ROOT, '.data/failed-browser-tests');

export interface OpenBrowser {
  readonly page: Page;
  readonly context: BrowserContext;
  open(path: string): Promise<void>;
  pageOf(person: PersonAccount): Promise<Page>;
}

export interface BrowserOptions {
  readonly as?: PersonAccount;
  readonly width?: number;
  /**
   * A browser without any history that no later test reuses: for first visits and for irreversible changes
   * such as a fixed clock.
   */
  readonly isNew?: boolean;
}

/**
 * Runs a test in a browser without session, but perhaps with cached files. The test also fails if the page
 * contacts another host, violates its CSP or throws; a failure saves a screenshot.
 */
export function inBrowser(
  name: string,
  { as, width = 1440, isNew = false }: BrowserOptions,
  run: (browser: OpenBrowser) => Promise<void>,
): void {
  it(name, async () => {
    const taken: PersonsBrowser[] = [];
    const pageOf = async (person: PersonAccount | undefined): Promise<Page> => {
      const browser = await takeBrowser({ person, width, isNew });
      taken.push(browser);
      return browser.context.newPage();
    };
    const page = await pageOf(as);
    try {
      await run({
        page,
        context: page.context(),
        open: async (path) => void (await page.goto(`/dashboard${path}`)),
        pageOf,
      });
      expect(taken.flatMap(({ problems }) => problems)).toEqual([]);
    } catch (error) {
      mkdirSync(FAILURES, { recursive: true });
      const path = join(FAILURES, `${nameOfTest().replaceAll(/\W+/g, '-')}.png`);
      // A page that crashed has no picture; the test's own error is what counts.
      await page.screenshot({ path }).catch(() => undefined);
      // Requests of a failed test may still be running.
      for (const { context } of taken) await context.close();
      throw error;
    }
    for (const browser of taken) await (isNew ? browser.context.close() : giveBack(browser));
  });
}

const nameOfTest = (): string => expect.getState().currentTestName ?? 'unknown';

export async function expectHeading(page: Page, name: string): Promise<void> {
  await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
  await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'));
}

/** Resolves after the live connection is open, so that no change comes too early. */
export async function openLive(page: Page, path: string, heading: string): Promise<void> {
  const told = page.waitForResponse('**/dashboard/api/live');
  await page.goto(`/dashboard${path}`);
  await told;
  await expectHeading(page, heading);
}

export const expectEventually = <Read>(read: () => Promise<Read>, expected: Read): Promise<void> =>
  eventually(async () => expect(await read()).toEqual(expected), { within: PATIENCE_MS });

export const expectCount = (shown: Locator, count: number): Promise<void> =>
  expectEventually(() => shown.count(), count);

export const expectFits = (page: Page): Promise<void> =>
  expectEventually(
    async () => [page.viewportSize()?.width, await overhang(page)],
    [page.viewportSize()?.width, 0],
  );

/** Executes requests to an address and drops their responses. */
export async function dropResponses(
  page: Page,
  address: string | ((url: URL) => boolean),
  act: () => Promise<void>,
): Promise<void> {
  await page.route(address, async (route) => {
    await route.fetch();
    await route.abort();
  });
  await act();
  await page.unroute(address);
}

/** Returns a function that releases the held responses. */
export async function holdResponses(
  page: Page,
  asked: Parameters<Page['route']>[0],
  goOn = (route: Route): Promise<void> => route.continue(),
): Promise<() => void> {
  let letGo = (): void => {};
  const held = new Promise<void>((resolve) => (letGo = resolve));
  await page.route(asked, async (route) => {
    await held;
    await goOn(route);
  });
  return () => letGo();
}

export const DIALOG = '[role="dialog"]';

const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

/** Listing what passed takes longer than the check. */
const ONLY_VIOLATIONS = { reporter: 'no-passes', selectors: false };

/** Runs axe in light and in dark; `like` excludes elements that repeat checked ones. */
export async function expectAccessible(
  page: Page,
  part = ':root',
  like: readonly string[] = [],
): Promise<void> {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe);
  for (const [nth, colorScheme] of (await schemesOf(page)).entries()) {
    await page.emulateMedia({ colorScheme });
    // The documentation has no scheme attribute.
    const inScheme = `html[data-mantine-color-scheme="${colorScheme}"]`;
    await page.locator(`${inScheme}, html:not([data-mantine-color-scheme])`).waitFor();
    const runOnly = nth === 0 ? {} : { runOnly: COLOR_RULES };
    const asked = JSON.stringify([
      { include: [part], exclude: like },
      { ...ONLY_VIOLATIONS, ...runOnly },
    ]);
    // Some colors have a transition even with reduced motion; the final color counts.
    await page.waitForFunction(() => {
      const transitions = document.getAnimations().filter((each) => each instanceof CSSTransition);
      for (const transition of transitions) transition.finish();
      return transitions.length === 0;
    });
    const { violations } = await page.evaluate<AxeResults>(`axe.run(...${asked})`);
    const found = violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
    expect([colorScheme, found]).toEqual([colorScheme, []]);
  }
}

/** The current scheme first, as each change renders the page again. */
async function schemesOf(page: Page): Promise<readonly ('light' | 'dark')[]> {
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  return isDark ? ['dark', 'light'] : ['light', 'dark'];
}

/** Focusable elements, and only the checked radio button of a group. */
const STOPS =
  'a[href], button, input:not([type="radio"]:not(:checked)), select, textarea, summary, [tabindex="0"]';
const NO_STOPS = ':disabled, [tabindex="-1"]';
const MAX_PRESSES = 400;

/** Presses Tab until everything that a keyboard user needs has had the focus. */
export async function expectAllByTab(page: Page, part = 'body'): Promise<void> {
  // Each focused navigation link would load its page.
  if (part !== 'body') await page.locator(part).focus();
  const reached = await page.evaluateHandle(() => {
    const elements = new Set<unknown>([document.activeElement]);
    document.addEventListener('focusin', ({ target }) => elements.add(target));
    return elements;
  });
  const missed = () =>
    reached.evaluate(
      (elements, { within, stops, noStops }) =>
        [...document.querySelectorAll(within)]
          .flatMap((each) => [...each.querySelectorAll(stops)])
          .filter((each) => each.checkVisibility() && !each.matches(noStops) && !elements.has(each))
          .map(({ outerHTML }) => outerHTML),
      { within: part, stops: STOPS, noStops: NO_STOPS },
    );
  for (let presses = 0; presses < MAX_PRESSES;) {
    const { length: left } = await missed();
    if (left === 0) break;
    // Checking once per batch of presses is faster than after each press.
    for (let press = 0; press < left; press += 1) await page.keyboard.press('Tab');
    presses += left;
  }
  expect(await missed()).toEqual([]);
  await reached.dispose();
}

const overhang = (page: Page): Promise<number> =>
  page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - window.innerWidth));
