import type { Locator, Page } from 'playwright-core';
import { eventually } from '@svc/testing';
import { button, columns, field } from './controls';
import type { PersonAccount } from './people';
import {
  DIALOG,
  expectAccessible,
  expectAllByTab,
  expectEventually,
  expectFits,
  expectHeading,
  inBrowser,
} from './in-browser';

export interface PageWithDialogs {
  readonly name: string;
  readonly path: string;
  readonly of?: () => unknown;
  /** The name of a record that only a test knows. */
  readonly heading?: () => string;
  readonly opens?: readonly string[];
  /** Opened from the menu "More actions". */
  readonly more?: readonly string[];
  readonly offers?: readonly string[];
  readonly shows?: readonly string[];
  /** A narrow page has other openers, so the focus has nowhere to return. */
  readonly hasNarrowLayout?: boolean;
}

/** Checking hundreds of options takes as long as a whole dialog. */
const FURTHER_OPTIONS = ['[role="option"]:nth-child(n + 21)'];

export const expectFocus = (element: Locator): Promise<void> =>
  expectEventually(() => element.evaluate((it) => it === document.activeElement), true);

async function expectFitsSmall(page: Page): Promise<void> {
  const size = page.viewportSize();
  await page.setViewportSize({ width: 360, height: 740 });
  await expectFits(page);
  await expectEventually(
    () => page.locator(DIALOG).evaluate((it) => it.scrollWidth - it.clientWidth),
    0,
  );
  if (size) await page.setViewportSize(size);
}

const closeByKeyboard = (page: Page): Promise<void> =>
  eventually(async () => {
    await page.keyboard.press('Escape');
    expect(await page.locator(DIALOG).count()).toBe(0);
  });

/** One test per page, because opening a page takes longest. */
export const describeDialogs = (owner: PersonAccount, pages: readonly PageWithDialogs[]): void =>
  describe.each(pages)(
    '$name',
    ({ name, path, of, heading, opens = [], more = [], offers = [], shows, hasNarrowLayout }) => {
      inBrowser(
        'is worked by keyboard, and its dialogs and choices are open to everyone',
        { as: owner },
        async ({ page, open }) => {
          await open(of ? `${path}/${of()}` : path);
          await expectHeading(page, heading?.() ?? name);
          const main = page.locator('main');
          if (shows) await expectEventually(() => columns(page), [...shows]);
          if (of) {
            await main.locator('dl').first().waitFor();
            await expectAccessible(page);
            await expectAllByTab(page, 'main');
          }

          for (const opened of [...opens, ...more]) {
            const isInMenu = more.includes(opened);
            const opener = button(main, isInMenu ? 'More actions' : opened).first();
            await opener.focus();
            await page.keyboard.press('Enter');
            if (isInMenu) {
              await expectAccessible(page, '[role="menu"]');
              await page.getByRole('menuitem', { name: opened, exact: true }).press('Enter');
            }
            await page.locator(DIALOG).waitFor();
            await expectAccessible(page, DIALOG);
            await expectAllByTab(page, DIALOG);
            if (!hasNarrowLayout) await expectFitsSmall(page);
            await closeByKeyboard(page);
            await expectFocus(opener);
            if (!hasNarrowLayout) continue;
            await page.keyboard.press('Enter');
            await page.locator(DIALOG).waitFor();
            await expectFitsSmall(page);
            await closeByKeyboard(page);
          }

          for (const label of offers) {
            const choice = field(main, label);
            await choice.focus();
            await page.keyboard.press('ArrowDown');
            const offered = page.getByRole('listbox', { name: label, exact: true });
            await offered.getByRole('option').first().waitFor();
            await expectAccessible(page, '[role="listbox"]', FURTHER_OPTIONS);
            await page.keyboard.press('Escape');
            await offered.waitFor({ state: 'hidden' });
            await expectFocus(choice);
          }
        },
      );
    },
  );
