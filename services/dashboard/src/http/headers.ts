import type { Middleware } from 'koa';

const YEAR_SECONDS = 365 * 24 * 3_600;

/** Responses other than pages must not run anything in a browser. */
const NOTHING = "default-src 'none'; frame-ancestors 'none'";

export const createPagePolicy = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "font-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

export const protectBrowser: Middleware = (ctx, next) => {
  ctx.set({
    'Content-Security-Policy': NOTHING,
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'same-origin',
    'Cache-Control': 'no-store',
  });
  if (ctx.secure) ctx.set('Strict-Transport-Security', `max-age=${YEAR_SECONDS}`);
  return next();
};
