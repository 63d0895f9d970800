import type { BrowserProgram } from '@svc/testing';
import { chromium, type Browser, type BrowserContext, type CDPSession } from 'playwright-core';
import { runFile } from '../test/platform';
import { getSession, type PersonAccount } from './people';

/** Page and password hash may wait for a processor shared by dozens of processes. */
export const PATIENCE_MS = 60_000;

const ARGS = [
  // One renderer for all pages, which parses the dashboard's scripts only once.
  '--renderer-process-limit=1',
  // No GPU is present, and skipping its detection starts the browser sooner.
  '--disable-gpu',
  // Pages are too short-lived for optimized code.
  '--js-flags=--no-opt',
];

let program: Browser;
beforeAll(async () => {
  const { executablePath, env } = JSON.parse(String(process.env['E2E_BROWSER'])) as BrowserProgram;
  program = await chromium.launch({
    executablePath,
    args: ARGS,
    env: { ...process.env, ...env } as never,
  });
});
afterAll(() => program?.close());

export interface PersonsBrowser {
  readonly context: BrowserContext;
  readonly width: number;
  /** Requests, errors or violations that fail the test. */
  readonly problems: string[];
  /** Closes all pages and deletes everything but the HTTP cache. */
  empty(): Promise<void>;
}

/** Reused browsers open a page faster than new ones. */
const emptied: PersonsBrowser[] = [];

export interface Wanted {
  readonly person: PersonAccount | undefined;
  readonly width: number;
  readonly isNew: boolean;
}

export async function takeBrowser({ person, width, isNew }: Wanted): Promise<PersonsBrowser> {
  const nth = isNew ? -1 : emptied.findIndex((each) => each.width === width);
  const [kept] = nth < 0 ? [] : emptied.splice(nth, 1);
  const taken = kept ?? (await newBrowser(width));
  taken.problems.length = 0;
  if (person) await taken.context.addCookies((await getSession(person)).cookies);
  return taken;
}

export async function giveBack(browser: PersonsBrowser): Promise<void> {
  await browser.empty();
  emptied.push(browser);
}

async function newBrowser(width: number): Promise<PersonsBrowser> {
  const { gateway } = runFile();
  const context = await program.newContext({
    viewport: { width, height: 900 },
    reducedMotion: 'reduce',
    baseURL: gateway,
  });
  context.setDefaultTimeout(PATIENCE_MS);
  const problems: string[] = [];
  context.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(`${gateway}/`) && !url.startsWith('data:')) problems.push(`asked ${url}`);
  });
  context.on('weberror', (error) => problems.push(String(error.error())));
  context.on('console', (message) => {
    // React logs the latter in its development build, which must not be shipped.
    if (/content security policy|React DevTools/i.test(message.text())) {
      problems.push(message.text());
    }
  });
  const session = await holdProcess(context, gateway);
  const [held] = context.pages();
  return {
    context,
    width,
    problems,
    async empty() {
      const pages = context.pages().filter((page) => page !== held);
      await Promise.all(pages.map((page) => page.close()));
      await context.unrouteAll();
      await context.setOffline(false);
      await context.clearPermissions();
      await context.clearCookies();
      await session.send('Storage.clearDataForOrigin', { origin: gateway, storageTypes: 'all' });
    },
  };
}

/** A blank page keeps the renderer alive between tests. */
async function holdProcess(context: BrowserContext, gateway: string): Promise<CDPSession> {
  const page = await context.newPage();
  const address = `${gateway}/nothing`;
  await page.route(address, (route) => route.fulfill({ contentType: 'text/html', body: '' }));
  await page.goto(address);
  return context.newCDPSession(page);
}
