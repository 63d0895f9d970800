import { findBrowser } from '@svc/testing';
import { chromium, type BrowserContext, type Page } from 'playwright-core';
import type { Bench, CompanySizes } from '../measurement';
import { signIn } from './person';

/** What the parts of the measurement work with. */
export interface Browsing {
  readonly bench: Bench;
  /** Begins with `http://`, without a slash at its end. */
  readonly gateway: string;
  /** A browser of its own that was never here, in which an owner is signed in. */
  newContext(): Promise<BrowserContext>;
  close(): Promise<void>;
}

export async function startBrowsing(bench: Bench, company: keyof CompanySizes): Promise<Browsing> {
  const session = await signIn(bench, company);
  const { executablePath, env } = await findBrowser();
  const browser = await chromium.launch({
    executablePath,
    env: { ...process.env, ...env } as Record<string, string>,
  });
  const gateway = `http://127.0.0.1:${bench.platform.gatewayPort}`;
  const [name = '', value = ''] = session.split('=');
  return {
    bench,
    gateway,
    async newContext() {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
      await context.addCookies([{ name, value, url: `${gateway}/dashboard` }]);
      return context;
    },
    close: () => browser.close(),
  };
}

/** Resolves when a page shows its heading and has read all that it waits for. */
export async function untilUsable(page: Page, name: string): Promise<void> {
  await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
  await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'));
}
