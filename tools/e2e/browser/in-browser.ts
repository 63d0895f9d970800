import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AxeResults } from 'axe-core';
import { eventually } from '@svc/testing';
import type { BrowserContext, Locator, Page, Route } from 'playwright-core';
import { ROOT } from '../test/platform';
import type { PersonAccount } from './people';
import { giveBack, PATIENCE_MS, takeBrowser, type PersonsBrowser } from './persons-browsers';

/** Half of what there is to send and to read, in each page that is looked at. */
const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

/** Where the picture of a page stays whose test has failed. */
const FAILURES = join(ROOT, '.data/failed-browser-tests');

/** What a test has of one person's browser. */
export interface OpenBrowser {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Opens an address below /dashboard. */
  open(path: string): Promise<void>;
  /** A page in the browser of somebody else. */
  pageOf(person: PersonAccount): Promise<Page>;
}

export interface BrowserOptions {
  /** Who is signed in already. */
  readonly as?: PersonAccount;
  readonly width?: number;
  /**
   * Whether the browser is one that has never been here, and that no other test will have: for what is
   * seen on a first visit, and for what cannot be taken back.
   */
  readonly isNew?: boolean;
}

/**
 * A test in a browser that knows nobody and nothing, but may have the files of earlier visits. It fails as
 * well when the page asks anybody but the gateway, breaks its own policy or throws; a picture of it is kept
 * when it fails.
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
      await page.screenshot({
        path: join(FAILURES, `${nameOfTest().replaceAll(/\W+/g, '-')}.png`),
      });
      // What a test was doing when it failed may go on.
      for (const { context } of taken) await context.close();
      throw error;
    }
    for (const browser of taken) await (isNew ? browser.context.close() : giveBack(browser));
  });
}

const nameOfTest = (): string => expect.getState().currentTestName ?? 'unknown';

/** Resolves when the page shows its heading, and all that it waits for. */
export async function expectHeading(page: Page, name: string): Promise<void> {
  await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
  await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'));
}

/** Opens a page, and resolves when it is told of changes, so that none comes too early. */
export async function openLive(page: Page, path: string, heading: string): Promise<void> {
  const told = page.waitForResponse('**/dashboard/api/live');
  await page.goto(`/dashboard${path}`);
  await told;
  await expectHeading(page, heading);
}

/** Waits until what is read of a page is as it should be: it shows some time after what brought it. */
export const expectEventually = <Read>(read: () => Promise<Read>, expected: Read): Promise<void> =>
  eventually(async () => expect(await read()).toEqual(expected), { within: PATIENCE_MS });

/** Waits until a page shows that many of something. */
export const expectCount = (shown: Locator, count: number): Promise<void> =>
  expectEventually(() => shown.count(), count);

/** Waits until a page is no wider than its window. */
export const expectFits = (page: Page): Promise<void> =>
  expectEventually(
    async () => [page.viewportSize()?.width, await overhang(page)],
    [page.viewportSize()?.width, 0],
  );

/** What is asked at an address meanwhile is done, and its answer never comes. */
export async function losingAnswers(
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

/** Holds back the answers to what a page asks at some addresses; answers what lets them go, to be treated so. */
export async function holdAnswers(
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

/** The dialog that is open. */
export const DIALOG = '[role="dialog"]';

/** What depends on the colors; the rest is the same in both schemes. */
const OF_COLORS = ['color-contrast', 'link-in-text-block'];

/** To name all that is as it should be takes longer than to look for what is not. */
const ONLY_VIOLATIONS = { reporter: 'no-passes', selectors: false };

/**
 * Finds what keeps people out of a page, or of a part of it, in light and in dark; `like` is what need
 * not be looked at, being like what is.
 */
export async function expectAccessible(
  page: Page,
  part = ':root',
  like: readonly string[] = [],
): Promise<void> {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe);
  for (const [nth, colorScheme] of (await schemesOf(page)).entries()) {
    await page.emulateMedia({ colorScheme });
    // The documentation has no scheme of its own to wait for.
    const inScheme = `html[data-mantine-color-scheme="${colorScheme}"]`;
    await page.locator(`${inScheme}, html:not([data-mantine-color-scheme])`).waitFor();
    const runOnly = nth === 0 ? {} : { runOnly: OF_COLORS };
    const asked = JSON.stringify([
      { include: [part], exclude: like },
      { ...ONLY_VIOLATIONS, ...runOnly },
    ]);
    // Some colors change over a fifth of a second, whatever motion is asked for: what they become counts.
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

/** Both schemes; first the one that is there, as each change draws the whole page anew. */
async function schemesOf(page: Page): Promise<readonly ('light' | 'dark')[]> {
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  return isDark ? ['dark', 'light'] : ['light', 'dark'];
}

/** What can be pressed, filled in or scrolled; of radio buttons, the one that is chosen. */
const STOPS =
  'a[href], button, input:not([type="radio"]:not(:checked)), select, textarea, summary, [tabindex="0"]';
const NO_STOPS = ':disabled, [tabindex="-1"]';
const MOST_PRESSES = 400;

/** Presses Tab until all that somebody without a mouse needs of a page, or of a part of it, has had the focus. */
export async function expectAllByTab(page: Page, part = 'body'): Promise<void> {
  // On the way there, each link of the navigation would load its page.
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
  for (let presses = 0; presses < MOST_PRESSES;) {
    const { length: left } = await missed();
    if (left === 0) break;
    // To look after each press would take longer than the presses: each one left takes at least one.
    for (let press = 0; press < left; press += 1) await page.keyboard.press('Tab');
    presses += left;
  }
  expect(await missed()).toEqual([]);
  await reached.dispose();
}

/** How much wider the page is than the window, in pixels. */
const overhang = (page: Page): Promise<number> =>
  page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - window.innerWidth));
