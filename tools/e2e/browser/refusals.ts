import type { Locator, Page, Route } from 'playwright-core';

export const LIMIT = 'Too many requests. Wait a moment, and try again.';

/** Refused as a limit refuses: a page does not ask again by itself. */
export const refuse = (route: Route): Promise<void> =>
  route.fulfill({
    status: 429,
    json: { success: false, error: 'rate_limit_exceeded', message: LIMIT, request_id: 'req_1' },
  });

/** What a page says of what it cannot show. */
export const failures = (page: Page): Locator => page.locator('main').getByRole('alert');
