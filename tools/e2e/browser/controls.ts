import type { Locator, Page } from 'playwright-core';

type Within = Page | Locator;

export const button = (within: Within, name: string): Locator =>
  within.getByRole('button', { name, exact: true });

export const field = (within: Within, label: string): Locator =>
  within.getByLabel(label, { exact: true }).and(within.locator('input, textarea'));

export const row = (within: Within, text: string): Locator =>
  within.getByRole('row').filter({ hasText: text });

/** A sentence of a history. */
export const entry = (page: Page, text: string): Locator =>
  page.getByRole('list', { name: 'History' }).getByRole('listitem').filter({ hasText: text });

export const unreachable = (within: Within): Locator =>
  within.getByRole('alert').getByText(/^Couldn't reach the server/);

export const section = (page: Page, name: string): Locator =>
  page.locator('section').filter({ has: page.getByRole('heading', { level: 2, name }) });

/** Picks one of a record's rarer actions. */
export async function pickAction(page: Page, name: string): Promise<void> {
  await button(page, 'More actions').click();
  await page.getByRole('menuitem', { name, exact: true }).click();
}

export const columns = (within: Within): Promise<string[]> =>
  within.getByRole('columnheader').allTextContents();

/** Picks an option by part of its name, after typing the text if the field searches. */
export async function choose(
  within: Within,
  label: string,
  typed: string,
  option: string,
): Promise<void> {
  const page = 'page' in within ? within.page() : within;
  const input = field(within, label);
  await input.click();
  if (typed) await input.fill(typed);
  await page.getByRole('option', { name: option }).click();
}

/**
 * Returns the address that a click with Ctrl opens in another tab, or null if the page handles that click
 * itself. No tab is opened: Chromium without a window sometimes crashes with one in the background.
 */
export async function clickForTab(link: Locator, { force = false } = {}): Promise<string | null> {
  const page = link.page();
  await page.evaluate(() =>
    window.addEventListener(
      'click',
      (event) => {
        const { pathname } = (event.target as Element).closest('a') ?? {};
        Reflect.set(window, 'addressForTab', event.defaultPrevented ? null : (pathname ?? null));
        event.preventDefault();
      },
      { once: true },
    ),
  );
  await link.click({ modifiers: ['Control'], force });
  return page.evaluate(() => Reflect.get(window, 'addressForTab') as string | null);
}
