import type { Locator, Page, Route } from 'playwright-core';

export const LIMIT = 'Too many requests. Wait a moment, and try again.';

/** Responds 429, which the page does not retry. */
export const rejectRequest = (route: Route): Promise<void> =>
  route.fulfill({
    status: 429,
    json: { success: false, error: 'rate_limit_exceeded', message: LIMIT, request_id: 'req_1' },
  });

export const findFailures = (page: Page): Locator => page.locator('main').getByRole('alert');
