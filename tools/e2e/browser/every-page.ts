import { givenPeople, type PersonAccount } from './people';
import {
  expectAccessible,
  expectAllByTab,
  expectCount,
  expectEventually,
  expectFits,
  expectHeading,
  inBrowser,
} from './in-browser';

export interface PageOfNavigation {
  readonly name: string;
  readonly path: string;
  readonly empty?: RegExp;
  /** Notifications are reached by the bell. */
  readonly isOutsideNavigation?: boolean;
}

const ZONE = /Eastern/;

/** Pages are opened with the first width. */
const WIDTHS = [1440, 1024, 360];

/** A page that interprets a name as markup would run or draw this. */
const MARKUP = `<img src=x onerror="document.title='run'"><b>bold</b>&amp;`;

/** Company and owner have names that contain markup. */
export function givenMarkup(slug: string): PersonAccount {
  const [owner] = givenPeople(slug, `Comfort ${MARKUP}`, [
    { name: `Olive ${MARKUP}`, role: 'owner' },
  ]);
  return owner;
}

/** One test per page, because opening a page takes longest. */
export const describePages = (owner: PersonAccount, pages: readonly PageOfNavigation[]): void =>
  describe.each(pages)('$name', ({ name, path, empty, isOutsideNavigation }) => {
    inBrowser(
      'has its title, heading and link, shows names as written, is open to everyone, works by keyboard, and fits',
      { as: owner },
      async ({ page, open }) => {
        await open(path);
        await expectHeading(page, name);
        await expectEventually(() => page.title(), `${name} · ${owner.company}`);
        await expectEventually(
          () => page.getByRole('heading', { level: 1 }).allTextContents(),
          [name],
        );
        const link = page.getByRole('navigation').getByRole('link', { name, exact: true });
        if (isOutsideNavigation) await expectCount(link, 0);
        else {
          await expectEventually(() => link.getAttribute('href'), `/dashboard${path}`);
          await expectEventually(() => link.getAttribute('aria-current'), 'page');
        }

        await page.getByText(owner.company, { exact: true }).first().waitFor();
        await page.getByText(owner.name, { exact: true }).first().waitFor();
        await expectCount(page.locator('img[src="x"], b'), 0);
        if (empty) await page.getByText(empty).waitFor();
        await page.getByRole('banner').getByText(ZONE).waitFor();

        await expectAccessible(page);
        await expectAllByTab(page, 'main');

        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 900 });
          await expectFits(page);
        }
      },
    );
  });
