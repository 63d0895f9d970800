import { findBrowser } from '@svc/testing';
import { chromium, type BrowserContext, type Page } from 'playwright-core';
import type { Bench, CompanySizes } from '../measurement';
import { signInOwner } from './person';

export interface Browsing {
  readonly bench: Bench;
  readonly gateway: string;
  newContext(): Promise<BrowserContext>;
  close(): Promise<void>;
}

export async function startBrowsing(bench: Bench, company: keyof CompanySizes): Promise<Browsing> {
  const session = await signInOwner(bench, company);
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

export async function waitUntilUsable(page: Page, name: string): Promise<void> {
  await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
  await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'));
}
