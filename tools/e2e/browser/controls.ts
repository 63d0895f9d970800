import type { Locator, Page } from 'playwright-core';

/** A part of a page, or the whole. */
type Within = Page | Locator;

export const button = (within: Within, name: string): Locator =>
  within.getByRole('button', { name, exact: true });

/** What is entered or chosen under a label. */
export const field = (within: Within, label: string): Locator =>
  within.getByLabel(label, { exact: true }).and(within.locator('input, textarea'));

/** The rows of tables in which a text stands. */
export const row = (within: Within, text: string): Locator =>
  within.getByRole('row').filter({ hasText: text });

/** What says that no answer came. */
export const unreachable = (within: Within): Locator =>
  within.getByRole('alert').getByText(/^The server cannot be reached/);

export const section = (page: Page, name: string): Locator =>
  page.locator('section').filter({ has: page.getByRole('heading', { level: 2, name }) });

/** The names of the columns of all tables. */
export const columns = (within: Within): Promise<string[]> =>
  within.getByRole('columnheader').allTextContents();

/** Takes one of what a field offers, or of what the server finds for a text, by a part of its name. */
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
