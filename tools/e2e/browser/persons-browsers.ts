import type { BrowserProgram } from '@svc/testing';
import { chromium, type Browser, type BrowserContext, type CDPSession } from 'playwright-core';
import { runFile } from '../test/platform';
import { sessionOf, type PersonAccount } from './people';

/** A page may have to wait for a processor that dozens of processes share, and a hash of a password for several seconds of it. */
export const PATIENCE_MS = 60_000;

const ARGS = [
  // All pages of a person are drawn by one process, which has read the dashboard's scripts for the first of them.
  '--renderer-process-limit=1',
  // Nothing here has a graphics card: a browser that does not look for one starts sooner.
  '--disable-gpu',
  // No page lives for so long that making its scripts faster would pay.
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

/** The browser of one person: several are one program, and know nothing of each other. */
export interface PersonsBrowser {
  readonly context: BrowserContext;
  readonly width: number;
  /** What its pages did that no page may do. */
  readonly problems: string[];
  /** Closes all pages, and forgets all but the files that it may keep for good. */
  empty(): Promise<void>;
}

/** Empty ones, for the tests that follow: to open a page in a new one takes half as much again. */
const emptied: PersonsBrowser[] = [];

export interface Wanted {
  /** Who is signed in; nobody otherwise. */
  readonly person: PersonAccount | undefined;
  readonly width: number;
  /** Whether it has to be one that has never been here. */
  readonly isNew: boolean;
}

/** A browser that knows nobody but the person who is signed in. */
export async function takeBrowser({ person, width, isNew }: Wanted): Promise<PersonsBrowser> {
  const nth = isNew ? -1 : emptied.findIndex((each) => each.width === width);
  const [kept] = nth < 0 ? [] : emptied.splice(nth, 1);
  const taken = kept ?? (await newBrowser(width));
  taken.problems.length = 0;
  if (person) await taken.context.addCookies((await sessionOf(person)).cookies);
  return taken;
}

/** Takes a browser back, with whatever a test has left in it. */
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
    // React greets with the latter where it was built for development: larger, and several times slower.
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

/** A blank page of the gateway, without which the process would end with the last page of a test. */
async function holdProcess(context: BrowserContext, gateway: string): Promise<CDPSession> {
  const page = await context.newPage();
  const address = `${gateway}/nothing`;
  await page.route(address, (route) => route.fulfill({ contentType: 'text/html', body: '' }));
  await page.goto(address);
  return context.newCDPSession(page);
}
