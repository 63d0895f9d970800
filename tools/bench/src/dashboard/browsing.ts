import { findBrowser } from '@svc/testing';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import type { Bench } from '../measurement';
import type { Person } from './company';

/** What the parts of the measurement work with. */
export interface Browsing {
  readonly bench: Bench;
  readonly person: Person;
  /** Begins with `http://`, without a slash at its end. */
  readonly gateway: string;
  /** A browser of its own that was never here, in which the person is signed in. */
  newContext(): Promise<BrowserContext>;
  close(): Promise<void>;
}

export async function startBrowsing(bench: Bench, person: Person): Promise<Browsing> {
  const { executablePath, env } = await findBrowser();
  const browser: Browser = await chromium.launch({
    executablePath,
    env: { ...process.env, ...env } as Record<string, string>,
  });
  const gateway = `http://127.0.0.1:${bench.platform.gatewayPort}`;
  return {
    bench,
    person,
    gateway,
    async newContext() {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
      const response = await context.request.post(`${gateway}/dashboard/api/session`, {
        headers: { Origin: gateway },
        data: person,
      });
      if (response.status() !== 200) throw new Error(`Signing in: ${response.status()}.`);
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
